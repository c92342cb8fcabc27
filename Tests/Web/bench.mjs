// The cost of a page, and its speed: node bench.mjs FOLDER, with TAPFOCUS, TAPFOCUS_WEB and TAPFOCUS_LIBRARY, the folder of libtapfocus.
// Each pair is measured side by side. SECONDS_EACH shortens the rounds for the page's cost; PARTS=cost,frames,taps chooses.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Browser } from "../Page/browser.mjs";
import { cameraFlags, writeCamera } from "./camera-file.mjs";
import { pagesFolder, Programs } from "./programs.mjs";
import { Daemon, Server } from "./server.mjs";
import { openPage, until, wait } from "./page.mjs";

const [folder] = process.argv.slice(2);
const seconds = Number(process.env.SECONDS_EACH ?? 5);
const [rounds, spells] = [5, 6];
const parts = (process.env.PARTS ?? "cost,frames,taps").split(",");
const scratch = mkdtempSync(join(tmpdir(), "tapfocus-web-bench-"));
const camera = join(scratch, "camera.y4m");
writeCamera(camera);
const size = { width: 1280, height: 760 };
const body = `<video id="picture" autoplay muted playsinline width="1280" height="720"></video>`;
const script = `const picture = document.getElementById("picture");
picture.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } });
await picture.play();`;
// Each tap is a search in some hundred frames.
const tapCount = 3;
const region = [5 / 12, 5 / 12, 1 / 6, 1 / 6];
const ask = { event: "measure", id: 1, focus: region, exposure: region, grid: false, interval: 0 };

const median = (list) => [...list].sort((one, other) => one - other)[list.length >> 1];
const percent = (share) => `${(share * 100).toFixed(1)} %`;

/** The processor time of a process and all that it has started, in s. */
function processorTime(root) {
    const parents = new Map();
    const times = new Map();
    for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
        try {
            const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1).split(" ");
            parents.set(Number(name), Number(fields[1]));
            times.set(Number(name), (Number(fields[11]) + Number(fields[12])) / 100);
        } catch {
            // It has ended since.
        }
    }
    const belongs = (process) => process === root || (parents.has(process) && belongs(parents.get(process)));
    let sum = 0;
    for (const [process, time] of times) if (belongs(process)) sum += time;
    return sum;
}

async function shareOf(browser, seconds) {
    await wait(1000);
    const [before, began] = [processorTime(browser.child.pid), performance.now()];
    await wait(seconds * 1000);
    return (processorTime(browser.child.pid) - before) / ((performance.now() - began) / 1000);
}

/**
 * Chromium's share of a core: the picture alone, with the module at rest, and while every frame is measured. A machine's speed
 * changes from second to second, by more than what is measured here: so rest and measuring take turns in short spells, each
 * spell is compared with the one before it, and the median counts. The picture alone is another page, loaded in each round anew.
 */
async function cost(browser) {
    const daemon = new Daemon();
    const server = await Server.start(folder, daemon.heard);
    const [shares, more] = [{ alone: [], rest: [], measuring: [] }, []];
    // A debugger that watches the network is told of each message, which costs about as much as the message itself.
    await browser.command("Network.disable");
    for (let round = 0; round < rounds; round++) {
        server.pages.set("/alone.html", `<!doctype html><meta charset="utf-8"><style>body { margin: 0 }</style>${body}<script type="module">${script}</script>`);
        await browser.go(`${server.address}/alone.html`, size);
        await browser.until("document.getElementById('picture')?.videoWidth === 1280");
        shares.alone.push(await shareOf(browser, seconds));
        daemon.holder = null;
        await openPage(browser, server, { body, script, size });
        await until(() => daemon.holder?.requests("hold-frames").at(-1)?.width === 1280, "the frames are held");
        for (let spell = 0; spell < spells; spell++) {
            daemon.holder.say({ event: "rest" });
            const rest = await shareOf(browser, seconds / 2);
            const frames = daemon.holder.requests("frame").length;
            daemon.holder.say(ask);
            const measuring = await shareOf(browser, seconds / 2);
            if (daemon.holder.requests("frame").length === frames) throw new Error("no frame was measured");
            shares.rest.push(rest);
            shares.measuring.push(measuring);
            more.push(measuring - rest);
        }
    }
    server.stop();
    const [alone, rest, measuring] = ["alone", "rest", "measuring"].map((name) => median(shares[name]));
    const [low, high] = [more.length >> 2, (more.length * 3) >> 2].map((place) => [...more].sort((one, other) => one - other)[place] * 100);
    console.log(
        `a page of 1280 × 720 at 30 a second, share of a core: the picture alone ${percent(alone)}, with tapfocus.js at rest ${percent(rest)}, ` +
        `while every frame is measured ${percent(measuring)}: ${(median(more) * 100).toFixed(1)} points more (at most 2; half of ` +
            `${more.length} comparisons are from ${low.toFixed(1)} to ${high.toFixed(1)})`,
    );
}

const benchPage = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="icon.svg">${body}<script type="module" src="bench.js"></script>`;
// No delay is declared, so that the trace has a frame's own time.
const benchScript = `import { TapFocus } from "./tapfocus.js";
${script}
globalThis.tapfocus = new TapFocus(picture, { camera: "Simulated Camera", delay: 0 });
tapfocus.addEventListener("event", ({ detail }) => { if (detail.event === "held") globalThis.isHeld = detail.measures; });`;

/** Runs the programs for a measurement; returns what the engine got, from its trace. */
async function withPrograms(name, body) {
    const own = join(scratch, name);
    mkdirSync(own);
    const pages = pagesFolder(folder, own, { "bench.html": benchPage, "bench.js": benchScript });
    const programs = new Programs({ tapfocus: process.env.TAPFOCUS, tapfocusWeb: process.env.TAPFOCUS_WEB, scratch: own, pages });
    await programs.startDaemon();
    await programs.startWeb();
    const control = await programs.control();
    control.send({ request: "watch" });
    try {
        await body(programs, control);
    } finally {
        control.close();
        await programs.stop();
    }
    return readFileSync(join(own, "trace.jsonl"), "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
}

/** From a frame's capture to the engine, which gets it as an input, in ms. Both times are of this machine's CLOCK_MONOTONIC. */
function ages(trace) {
    return trace.filter((line) => line.in?.frame !== undefined).map(({ t, in: { frame } }) => (t - frame.captured) / 1e6);
}

/** Taps, so that the engine searches in frames, and waits for the end of each. */
async function tapOften(control, count) {
    for (let number = 1; number <= count; number++) {
        control.send({ request: "tap", x: 0.2 + 0.6 * (number / count), y: 0.5, in: "picture", id: number });
        await until(() => control.events("settled").some(({ id }) => id === number), `the end of tap ${number}`);
    }
}

/** The age of frames when the engine gets them: from the page through tapfocus-web, and from a program with the C library. */
async function frames(browser) {
    const page = await withPrograms("page", async (programs, control) => {
        await browser.go(`${programs.address}/bench.html`, size);
        await browser.until("globalThis.isHeld === true");
        await tapOften(control, tapCount);
    });
    await browser.go("about:blank", size);
    const library = process.env.TAPFOCUS_LIBRARY;
    const program = join(scratch, "holder");
    execFileSync("cc", ["-O2", "-I", library, new URL("holder.c", import.meta.url).pathname, join(library, "libtapfocus.a"), "-lm", "-o", program]);
    const peer = await withPrograms("library", async (programs, control) => {
        const holder = spawn(program, [programs.socket], { stdio: "inherit" });
        try {
            await isHeld(control);
            await tapOften(control, tapCount);
        } finally {
            holder.kill();
        }
    });
    const [ours, theirs] = [ages(page), ages(peer)];
    console.log(
        `from a frame's capture to the engine, of 1280 × 720: median ${median(ours).toFixed(2)} ms of ${ours.length} frames through the page and ` +
        `tapfocus-web (at most 3 ms); ${median(theirs).toFixed(2)} ms of ${theirs.length} through the C library and the socket`,
    );
}

/** Waits until a program holds the frames. */
async function isHeld(control) {
    for (let held = false; !held;) {
        const count = control.events("status").length;
        control.send({ request: "status" });
        await until(() => control.events("status").length > count, "a status");
        held = control.events("status").at(-1).camera?.frames === "holder";
    }
}

/** From a pointer event to the first control write, beside a tap through the socket itself. */
async function taps(browser) {
    const page = [];
    const socket = [];
    await withPrograms("taps", async (programs, control) => measureTaps(browser, programs, control, page, socket));
    console.log(
        `from a pointer event to the first control write: median ${median(page).toFixed(1)} ms through the page, ${median(socket).toFixed(1)} ms through ` +
        `the socket: ${(median(page) - median(socket)).toFixed(1)} ms more (at most 5 ms)`,
    );
}

async function measureTaps(browser, programs, control, page, socket) {
    await browser.go(`${programs.address}/?camera=Simulated%20Camera`, size);
    await browser.until("globalThis.tapfocus?.isConnected === true && picture.videoWidth > 0");
    // The page notes the pointer event's own time, in CLOCK_MONOTONIC by the daemon's lines.
    const offset = await clockOffset(browser);
    await browser.value(`picture.addEventListener("pointerdown", ({ timeStamp }) => { globalThis.pressed = timeStamp; })`);
    for (let count = 0; count < 30; count++) {
        page.push(await firstWrite(control, async () => {
            const event = { x: 300 + 17 * (count % 20), y: 300, button: "left", clickCount: 1 };
            await browser.command("Input.dispatchMouseEvent", { type: "mousePressed", ...event });
            await browser.command("Input.dispatchMouseEvent", { type: "mouseReleased", ...event });
            return (await browser.value("globalThis.pressed")) + offset;
        }));
        socket.push(await firstWrite(control, async () => {
            const began = Number(process.hrtime.bigint()) / 1e6;
            control.send({ request: "tap", x: 0.3 + 0.01 * count, y: 0.5, in: "picture", id: count });
            return began;
        }));
    }
}

/** CLOCK_MONOTONIC minus the page's clock, ms: the narrowest of some exchanges. */
async function clockOffset(browser) {
    let best = { width: Infinity };
    for (let count = 0; count < 20; count++) {
        const before = Number(process.hrtime.bigint()) / 1e6;
        const there = await browser.value("performance.now()");
        const after = Number(process.hrtime.bigint()) / 1e6;
        if (after - before < best.width) best = { width: after - before, offset: (before + after) / 2 - there };
    }
    return best.offset;
}

async function firstWrite(control, tap) {
    const count = control.events("status").length;
    control.send({ request: "show-view" });
    await until(() => control.events("status").length > count, "a status");
    await wait(150);
    const before = control.lines.length;
    const began = await tap();
    const write = () => control.lines.slice(before).find(({ event }) => event === "write");
    await until(() => write() !== undefined, "a write");
    return write().time / 1e6 - began;
}

function sizes() {
    const files = readdirSync(folder).filter((name) => /^tapfocus.*\.js$|^measure\.wasm$/.test(name));
    const packed = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0);
    console.log(`module, worker and measure.wasm: ${(packed / 1000).toFixed(1)} kB compressed in ${files.length} files (at most 150 kB)`);
}

sizes();
const browser = await Browser.start(cameraFlags(camera));
try {
    if (parts.includes("cost")) await cost(browser);
    if (parts.includes("frames")) await frames(browser);
    if (parts.includes("taps")) await taps(browser);
} finally {
    await browser.stop();
    rmSync(scratch, { recursive: true, force: true });
}

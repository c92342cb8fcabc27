// What a page costs, and how fast it is: node bench.mjs FOLDER, with TAPFOCUS and TAPFOCUS_WEB. Each pair is measured side by side.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Browser } from "../Page/browser.mjs";
import { cameraFlags, writeCamera } from "./camera.mjs";
import { pagesFolder, Programs } from "./programs.mjs";
import { Daemon, Server } from "./server.mjs";
import { openPage, until, wait } from "./page.mjs";

const [folder] = process.argv.slice(2);
const seconds = Number(process.env.SECONDS_EACH ?? 10);
const scratch = mkdtempSync(join(tmpdir(), "tapfocus-web-bench-"));
const camera = join(scratch, "camera.y4m");
writeCamera(camera);
const size = { width: 1280, height: 760 };
const body = `<video id="picture" autoplay muted playsinline width="1280" height="720"></video>`;
const script = `const picture = document.getElementById("picture");
picture.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } });
await picture.play();`;
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

async function shareOf(browser) {
    await wait(1500);
    const [before, began] = [processorTime(browser.child.pid), performance.now()];
    await wait(seconds * 1000);
    return (processorTime(browser.child.pid) - before) / ((performance.now() - began) / 1000);
}

/**
 * Chromium's share of a core: the picture alone, with the module at rest, and while every frame is measured. The least of three
 * rounds, because other programs only add to it.
 */
async function cost(browser) {
    const daemon = new Daemon();
    const server = await Server.start(folder, daemon.heard);
    const shares = { alone: [], rest: [], measuring: [] };
    for (let round = 0; round < 3; round++) {
        server.pages.set("/alone.html", `<!doctype html><meta charset="utf-8"><style>body { margin: 0 }</style>${body}<script type="module">${script}</script>`);
        await browser.go(`${server.address}/alone.html`, size);
        await browser.until("document.getElementById('picture')?.videoWidth === 1280");
        shares.alone.push(await shareOf(browser));
        daemon.holder = null;
        await openPage(browser, server, { body, script, size });
        await until(() => daemon.holder?.requests("hold-frames").at(-1)?.width === 1280, "the frames are held");
        shares.rest.push(await shareOf(browser));
        daemon.holder.say(ask);
        const frames = () => daemon.holder.requests("frame");
        shares.measuring.push(await shareOf(browser));
        shares.ages = frames().map(({ arrived, captured }) => arrived / 1e6 - captured / 1e3);
    }
    server.stop();
    const [alone, rest, measuring] = ["alone", "rest", "measuring"].map((name) => Math.min(...shares[name]));
    console.log(
        `a page of 1280 × 720 at 30 a second, share of a core: the picture alone ${percent(alone)}, with tapfocus.js at rest ${percent(rest)}, ` +
        `while every frame is measured ${percent(measuring)}: ${((measuring - alone) * 100).toFixed(1)} points more (at most 2)`,
    );
    const { ages } = shares;
    console.log(`from capture to the numbers' arrival: median ${median(ages).toFixed(1)} ms of ${ages.length} frames (at most 3 ms)`);
}

/** From a pointer event to the first control write, beside a tap through the socket itself. */
async function taps(browser) {
    mkdirSync(join(scratch, "programs"));
    const programs = new Programs({
        tapfocus: process.env.TAPFOCUS, tapfocusWeb: process.env.TAPFOCUS_WEB, scratch: join(scratch, "programs"), pages: pagesFolder(folder, scratch, {}),
    });
    await programs.startDaemon();
    await programs.startWeb();
    const control = await programs.control();
    control.send({ request: "watch" });
    await browser.go(`${programs.address}/?camera=Simulated%20Camera`, size);
    await browser.until("globalThis.tapfocus?.isConnected === true && picture.videoWidth > 0");
    // The page notes the pointer event's own time, in CLOCK_MONOTONIC by the daemon's lines.
    const offset = await clockOffset(browser);
    await browser.value(`picture.addEventListener("pointerdown", ({ timeStamp }) => { globalThis.pressed = timeStamp; })`);
    const page = [];
    const socket = [];
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
    control.close();
    await programs.stop();
    console.log(
        `from a pointer event to the first control write: median ${median(page).toFixed(1)} ms through the page, ${median(socket).toFixed(1)} ms through ` +
        `the socket: ${(median(page) - median(socket)).toFixed(1)} ms more (at most 5 ms)`,
    );
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
    await cost(browser);
    await taps(browser);
} finally {
    await browser.stop();
    rmSync(scratch, { recursive: true, force: true });
}

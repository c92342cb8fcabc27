// Runs inside the guest: Chromium shows the kiosk page with the picture of the virtual camera, the page measures, and taps end
// sharp, near and far: first taps in the page, then contacts of the touchscreen, for which the page tells where its picture is.
// Scripts/soak boots a kernel and calls it; it ends with status 0 when all was well, after the first thing that was not with 1.
import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Browser } from "../../Tests/Page/browser.mjs";

const [binaries, pages] = process.argv.slice(2);
if (pages === undefined) {
    console.error("usage: node Scripts/rig/browser.mjs FOLDER-OF-BINARIES FOLDER-OF-PAGES");
    process.exit(2);
}
const results = process.env.RIG_RESULTS;
const trace = `${results}/browser.jsonl`;
const [kiosk, socket, config] = ["/tmp/virtual-kiosk.sock", "/tmp/tapfocus.sock", "/tmp/browser.json5"];
// An emulated machine without a graphics card, on which everything takes long.
const flags = [
    "--in-process-gpu", "--disable-gpu-watchdog", "--disable-hang-monitor", "--disable-dev-shm-usage",
    "--use-fake-ui-for-media-stream", "--window-size=640,400",
];
/** The longest wait for anything, in ms. */
const patience = 120_000;
/** The page's screen, in CSS pixels: small, since all of it is drawn by the processor. The touchscreen has 1280 × 800 units. */
const screen = { width: 640, height: 400 };
const unitsPerPixel = 1280 / screen.width;
/** The halves of the scene: where they are in the picture, and the rectangle in which the camera judges its own picture. */
const halves = { near: { x: 0.25, measure: "0.125 0.375 0.25 0.25" }, far: { x: 0.75, measure: "0.625 0.375 0.25 0.25" } };

const began = Date.now();
const say = (words) => console.log(`browser: ${((Date.now() - began) / 1000).toFixed(1)} s: ${words}`);
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const children = [];

function require(isTrue, words) {
    if (!isTrue) throw new Error(words);
}

async function until(isTrue, words) {
    const deadline = Date.now() + patience;
    while (!await isTrue()) {
        require(Date.now() < deadline, `waited for in vain: ${words}`);
        await pause(100);
    }
}

/** Starts a program, whose output is kept. */
function start(name, ...words) {
    const child = spawn(`${binaries}/${name}`, words, { stdio: ["ignore", "pipe", "pipe"] });
    child.stderr.pipe(createWriteStream(`${results}/${name}.errors`));
    child.on("exit", (code, signal) => { child.end = `${name} has ended: ${code ?? signal}`; });
    children.push(child);
    return child;
}

function tell(...commands) {
    const { stdout, stderr } = spawnSync(`${binaries}/virtual-kiosk`, ["--tell", kiosk, ...commands], { encoding: "utf8" });
    require(!stdout.includes("error"), `virtual-kiosk: ${commands.join(", ")}: ${stdout}${stderr}`);
    return stdout.trim().split("\n");
}

/** Runs in the page before its scripts: frames of a size and a rate that an emulated machine has time for. */
const smallPicture = `(() => {
    const devices = navigator.mediaDevices, ask = devices.getUserMedia.bind(devices);
    devices.getUserMedia = ({ video }) => ask({ video: { ...video, width: 320, height: 240, frameRate: 15 } });
})()`;

/** The lines of `tapfocus run`. */
const said = [];

/** Waits for a line that fits, from a place on. */
async function heard(from, words, fits) {
    await until(() => said.slice(from).some(fits), words);
    return said.slice(from).find(fits);
}

async function startKiosk() {
    start("virtual-kiosk", "--without", "roi", "--socket", kiosk, "--log", `${results}/virtual-kiosk.log`);
    await until(() => existsSync(kiosk), "virtual-kiosk");
    tell("await camera", "await touch", "await motion");
    // In large regions 320 × 240 pixels are enough, which an emulated machine measures in time.
    writeFileSync(config, "{regions: {focus: 0.25, exposure: 0.25}, settle: {searchDeadline: 30}}");
    const run = start("tapfocus", "run", "--json", "--config", config, "--socket", socket, "--trace", trace);
    createInterface({ input: run.stdout }).on("line", (line) => said.push(JSON.parse(line)));
    await heard(0, "the start", ({ rule }) => rule === "start");
    start("tapfocus-web", "--socket", socket, "--pages", pages);
    return run;
}

/** Opens the page, and waits until it holds the camera's frames. */
async function open(browser, query) {
    const from = said.length;
    await browser.command("Emulation.setDeviceMetricsOverride", {
        ...screen, screenWidth: screen.width, screenHeight: screen.height, deviceScaleFactor: 1, mobile: false,
    });
    await browser.command("Emulation.setTouchEmulationEnabled", { enabled: true });
    await browser.command("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value: "reduce" }] });
    const hasPicture = () => browser.value("document.querySelector('video')?.readyState >= 2").catch(() => false);
    const hasGivenUp = () => browser.value("document.getElementById('message')?.hidden === false").catch(() => false);
    // The first start of a camera may take Chromium longer here than it waits for.
    for (let attempt = 1; ; attempt++) {
        await browser.command("Page.navigate", { url: `http://localhost:8722/${query}` });
        await pause(1000);
        await until(async () => await hasPicture() || await hasGivenUp(), `the picture of /${query}`);
        if (await hasPicture()) break;
        require(attempt < 4, `no picture: ${await browser.value("document.getElementById('message').textContent")}`);
    }
    await heard(from, `the frames held by the page /${query}`, ({ focusReason }) => focusReason?.includes("another program measures"));
    say(`the page /${query} shows the picture`);
}

/** The place in the page at which a point of the picture is shown; the picture covers the element. */
function place(browser, x, y) {
    return browser.value(`(() => {
        const video = document.querySelector("video"), box = video.getBoundingClientRect();
        const fit = getComputedStyle(video).objectFit === "contain" ? Math.min : Math.max;
        const scale = fit(box.width / video.videoWidth, box.height / video.videoHeight);
        return {
            x: box.x + box.width / 2 + (${x} - 0.5) * scale * video.videoWidth,
            y: box.y + box.height / 2 + (${y} - 0.5) * scale * video.videoHeight,
        };
    })()`);
}

/** A touch of 80 ms by its own times, however long the browser takes over it. */
async function tapInPage(browser, { x, y }) {
    const timestamp = Date.now() / 1000;
    await Promise.all([
        browser.command("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }], timestamp }),
        browser.command("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [], timestamp: timestamp + 0.08 }),
    ]);
}

/** Taps on a half of the scene, and checks what the camera itself thinks of it then. */
async function tapEndsSharp(half, words, tap) {
    const from = said.length;
    await tap();
    const settled = await heard(from, `the end of the tap on the ${half} half`, ({ event }) => event === "settled");
    const complaints = said.slice(from).filter(({ event }) => event === "error").map(({ message }) => message);
    const { lens, mean, half: seen, "in-depth-of-field": isSharp } = JSON.parse(tell(`measure ${halves[half].measure}`)[0]);
    say(`${half}, ${words}: ${settled.focus} at ${lens} (${settled.focusLevel}), mean ${mean}`);
    require(settled.focusLevel === "software" && settled.focus === "converged", `the tap ends as ${JSON.stringify(settled)}`);
    require(complaints.length === 0, complaints.join("; "));
    require(seen === half && isSharp, `the ${half} half is not sharp at ${lens}`);
    require(Math.abs(mean - 0.45) < 0.07, `the ${half} half is not exposed: ${mean}`);
}

let browser;

async function run() {
    const run = await startKiosk();
    browser = await Browser.start(flags);
    await browser.command("Page.addScriptToEvaluateOnNewDocument", { source: smallPicture });
    say("Chromium is there");
    await open(browser, "");
    for (const half of Object.keys(halves)) {
        const point = await place(browser, halves[half].x, 0.5);
        await tapEndsSharp(half, "by a touch in the page", () => tapInPage(browser, point));
    }
    writeFileSync(`${results}/browser.png`, await browser.picture());
    await open(browser, "?taps=touchscreen");
    await until(() => readFileSync(trace, "utf8").includes('"viewPlaced":{'), "the page telling where its picture is");
    for (const half of Object.keys(halves)) {
        const { x, y } = await place(browser, halves[half].x, 0.5);
        const [across, down] = [x, y].map((place) => Math.round(place * unitsPerPixel));
        await tapEndsSharp(half, "by the touchscreen", () => tell(`tap ${across} ${down}`));
    }
    const from = said.length;
    await browser.stop();
    await heard(from, "the frames let go of", ({ focusReason }) => focusReason !== undefined && !focusReason.includes("another program"));
    run.kill("SIGINT");
    await until(() => run.end !== undefined, "the end of tapfocus run");
    require(run.end.endsWith(": 0"), run.end);
    tell("quit");
    say("all was well");
}

try {
    await run();
} catch (error) {
    console.log(`✘ browser: ${error.message}`);
    for (const { end } of children) if (end !== undefined) console.log(`✘ browser: ${end}`);
    if (browser !== undefined) {
        console.log(`the page's complaints: ${JSON.stringify(browser.complaints)}`);
        const state = "JSON.stringify({ isConnected: tapfocus?.isConnected, message: document.getElementById('message').textContent })";
        console.log(await Promise.race([browser.value(state).catch(({ message }) => message), pause(20_000)]));
    }
    console.log(said.slice(-30).map((line) => JSON.stringify(line)).join("\n"));
    process.exitCode = 1;
} finally {
    for (const child of children) child.kill("SIGKILL");
    process.exit();
}

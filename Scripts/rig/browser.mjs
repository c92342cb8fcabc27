// Runs inside the guest: Chromium shows the kiosk page with the picture of the virtual camera, the page measures, and taps end
// sharp, near and far: by contacts of the touchscreen, for which the page tells where its picture is, and by touches in the page.
// Scripts/soak boots a kernel and calls it; it ends with status 0 when all was well, after the first thing that was not with 1.
import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Browser } from "../../Tests/Page/browser.mjs";
import { touch } from "../../Tests/Web/page.mjs";

const [binaries, pages] = process.argv.slice(2);
if (pages === undefined) {
    console.error("usage: node Scripts/rig/browser.mjs FOLDER-OF-BINARIES FOLDER-OF-PAGES");
    process.exit(2);
}
const results = process.env.RIG_RESULTS;
const trace = `${results}/browser.jsonl`;
const chromiumLog = `${results}/chromium.log`;
const [kiosk, socket] = ["/tmp/virtual-kiosk.sock", "/tmp/tapfocus.sock"];
// A machine without a graphics card, on which everything takes long; what Chromium says of cameras is kept.
const flags = [
    "--disable-gpu-watchdog", "--disable-hang-monitor", "--disable-dev-shm-usage", "--use-fake-ui-for-media-stream",
    "--enable-logging=stderr", "--vmodule=*video_capture*=1,*v4l2*=1", "--window-size=640,400",
];
/** The longest wait for anything, in ms of the guest's clock. */
const patience = 60_000;
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

/** The browser, once it has been started. */
let browser;
/** The programs that may end now. */
const mayEnd = new Set();

async function until(isTrue, words) {
    const deadline = Date.now() + patience;
    while (!await isTrue()) {
        const gone = mayEnd.has(browser) ? undefined : browser?.ended?.message;
        const end = gone ?? children.find((child) => child.end !== undefined && !mayEnd.has(child))?.end;
        require(end === undefined, `${end}, while waiting for ${words}`);
        require(Date.now() < deadline, `waited for in vain, ${patience / 1000} s: ${words}`);
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
    const run = start("tapfocus", "run", "--json", "--socket", socket, "--trace", trace);
    createInterface({ input: run.stdout }).on("line", (line) => said.push(JSON.parse(line)));
    await heard(0, "the start", ({ rule }) => rule === "start");
    start("tapfocus-web", "--socket", socket, "--pages", pages).stdout.resume();
    return run;
}

/** Opens the page, and waits until it holds the camera's frames. */
async function open(query) {
    const from = said.length;
    await browser.command("Emulation.setDeviceMetricsOverride", {
        ...screen, screenWidth: screen.width, screenHeight: screen.height, deviceScaleFactor: 1, mobile: false,
    });
    await browser.command("Emulation.setTouchEmulationEnabled", { enabled: true });
    await browser.command("Page.navigate", { url: `http://localhost:8722/${query}` });
    const hasPicture = () => browser.value("document.querySelector('video')?.readyState >= 2").catch(() => false);
    await until(hasPicture, `the picture of the page /${query}`);
    await heard(from, `the frames held by the page /${query}`, ({ focusReason }) => focusReason?.includes("another program measures"));
    const { width, height, frameRate } = await browser.value("document.querySelector('video').srcObject.getVideoTracks()[0].getSettings()");
    say(`the page /${query} shows and holds the picture, ${width} × ${height}, ${frameRate} frames per second`);
}

/** The place in the page at which a point of the picture is shown; the picture covers the element. */
function place(x, y) {
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

/** Contacts of the touchscreen, which `tapfocus run` reads itself. */
async function tapOnTouchscreen() {
    await open("?taps=touchscreen");
    await until(() => readFileSync(trace, "utf8").includes('"viewPlaced":{'), "the page telling where its picture is");
    for (const half of Object.keys(halves)) {
        const { x, y } = await place(halves[half].x, 0.5);
        const [across, down] = [x, y].map((place) => Math.round(place * unitsPerPixel));
        await tapEndsSharp(half, "by the touchscreen", () => tell(`tap ${across} ${down}`));
    }
}

/** Touches that the page recognises; the pictures are kept. */
async function tapInPage() {
    await open("");
    for (const half of Object.keys(halves)) {
        const point = await place(halves[half].x, 0.5);
        await tapEndsSharp(half, "by a touch in the page", () => touch(browser, [point], []));
        writeFileSync(`${results}/browser-${half}.png`, await browser.picture());
    }
}

async function tapEverywhere() {
    const run = await startKiosk();
    say("Chromium starts");
    browser = await Browser.start(flags, { errors: openSync(chromiumLog, "w"), patience });
    say("Chromium is there");
    await tapOnTouchscreen();
    await tapInPage();
    const from = said.length;
    mayEnd.add(browser);
    let isGone = false;
    browser.stop().then(() => { isGone = true; });
    await until(() => isGone, "the end of Chromium");
    await heard(from, "the frames let go of", ({ focusReason }) => focusReason !== undefined && !focusReason.includes("another program"));
    mayEnd.add(run);
    run.kill("SIGINT");
    await until(() => run.end !== undefined, "the end of tapfocus run");
    require(run.end.endsWith(": 0"), run.end);
    say("all was well");
}

/** The last lines of a file, without what Chromium says of a bus that is not there. */
function lastLines(path) {
    if (!existsSync(path)) return [];
    return readFileSync(path, "utf8").split("\n").filter((line) => line !== "" && !line.includes("dbus/")).slice(-30);
}

/** Evidence for a failure. */
async function tellAll(error) {
    console.log(`✘ browser: ${error.message}`);
    for (const { end } of children) if (end !== undefined) console.log(end);
    const state = "JSON.stringify({ isConnected: globalThis.tapfocus?.isConnected, message: document.getElementById('message')?.textContent })";
    const page = await Promise.race([browser?.value(state).catch(({ message }) => message), pause(20_000)]);
    console.log(`the page: ${page ?? "no answer"}; its complaints: ${JSON.stringify(browser?.complaints ?? [])}`);
    const list = (words, lines) => { if (lines.length > 0) console.log([words, ...lines].join("\n")); };
    list("tapfocus run said last:", said.slice(-30).map((line) => JSON.stringify(line)));
    for (const name of ["virtual-kiosk", "tapfocus", "tapfocus-web"]) list(`${name} complained:`, lastLines(`${results}/${name}.errors`));
    list("Chromium said last:", lastLines(chromiumLog));
}

try {
    await tapEverywhere();
} catch (error) {
    await tellAll(error);
    process.exitCode = 1;
} finally {
    for (const child of children) child.kill("SIGKILL");
    process.exit();
}

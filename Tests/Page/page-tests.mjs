// The page of `tapfocus trace view`, in headless Chromium: node page-tests.mjs TAPFOCUS ENGINE.wasm [--write | --bench]
// --write keeps the page's answers to "what if?" in what-if.json: the unit tests compare the native engine's with them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Browser } from "./browser.mjs";
import { Checks, demo, expect, expectEqual, folder } from "./check.mjs";
import { drawingTests } from "./drawing-tests.mjs";
import { momentTests } from "./moment-tests.mjs";
import { measure, speedTests, told } from "./speed.mjs";
import { hostileTrace, oddTrace, payload } from "./hostile.mjs";

const [program, engine, mode] = process.argv.slice(2);
const checks = new Checks(program, engine);
const browser = await Browser.start();
const kept = join(folder, "what-if.json");

const row = () => browser.value("Number(document.getElementById('timeline').dataset.row)");
const now = () => browser.value("Number(document.getElementById('timeline').getAttribute('aria-valuenow'))");
const text = (id) => browser.value(`document.getElementById('${id}').textContent`);
const words = () => browser.value("document.getElementById('timeline').getAttribute('aria-valuetext')");
const lit = () =>
    browser.value("[...document.querySelectorAll('#chart .lit')].map(({ dataset }) => dataset.state ?? dataset.transition ?? dataset.memory)");

async function click(selector) {
    await browser.value(`document.querySelector(${JSON.stringify(selector)}).click()`);
    await browser.frame();
}

function expectQuiet() {
    expectEqual(browser.complaints, [], "the browser complained");
    expectEqual(browser.requests.filter((url) => !url.startsWith("file:")), [], "requests");
    expectEqual(browser.requests.length, 1, "the page itself is the only request");
}

/** Moves the slider as a person does, and returns the changes that the page marks. */
async function ask(setting, value) {
    await browser.value(`{
        const choice = document.getElementById("setting");
        choice.selectedIndex = ${setting};
        choice.dispatchEvent(new Event("change"));
        const slider = document.getElementById("slider");
        slider.value = ${value};
        slider.dispatchEvent(new Event("input"));
    }`);
    await browser.until(`document.getElementById("what-if").dataset.value === "${value}"`);
    await browser.frame();
    return JSON.parse(await browser.value("document.getElementById('what-if').dataset.changes"));
}

const questions = [
    { setting: 0, key: "motionDetection.deviation", value: 0.5 }, { setting: 0, key: "motionDetection.deviation", value: 2.5 },
    { setting: 0, key: "motionDetection.deviation", value: 5 }, { setting: 1, key: "motionDetection.duration", value: 0.5 },
    { setting: 2, key: "forceLockTime", value: 1.5 }, { setting: 2, key: "forceLockTime", value: 6 },
];
const demoPage = checks.page("demo.jsonl", demo);

async function answers() {
    const found = [];
    for (const { setting, key, value } of questions) found.push({ key, value, changes: await ask(setting, value) });
    return found;
}

if (mode === "--write") {
    await browser.open(demoPage);
    const found = (await answers()).map((answer) => `  ${JSON.stringify(answer)}`);
    writeFileSync(kept, `[\n${found.join(",\n")}\n]\n`);
    await browser.stop();
    checks.end();
}

if (mode === "--bench") {
    console.log(told(await measure(checks, browser)));
    await browser.stop();
    checks.end();
}

await checks.test("A page opens without a request, and the browser has no complaint", async () => {
    await browser.open(demoPage);
    expectQuiet();
    expectEqual(await text("file"), "demo.jsonl", "the file's name");
    expect((await text("session")).includes("23.5 s"), await text("session"));
});

await checks.test("Keys step through lines and states, and the cursor's line is told", async () => {
    await browser.press("Home");
    expectEqual(await row(), 0, "Home");
    await browser.press("ArrowRight");
    expectEqual(await row(), 1, "→");
    for (let count = 0; count < 2; count++) await browser.press("ArrowRight", { shift: true });
    expect((await words()).includes("autoAndForceLocked"), await words());
    expectEqual(await lit(), ["tapped", "autoAndForceLocked"], "what is lit");
    await browser.press("ArrowRight", { shift: true });
    expectEqual(await lit(), ["lock-elapsed-moved", "continuousAuto"], "what is lit");
    expect((await text("view-words")) !== "", "the view says where the finger is");
    await browser.press("ArrowLeft", { shift: true });
    expect((await words()).includes("autoAndForceLocked"), await words());
    await browser.press("End");
    expect((await now()) > 23, `${await now()}`);
});

await checks.test("What the machine remembers is lit until the lock is over", async () => {
    await browser.press("Home");
    for (let count = 0; count < 3; count++) await browser.press("ArrowRight", { shift: true });
    expectEqual(await lit(), ["lock-elapsed-moved", "continuousAuto"], "behind the lock");
    // The timer's line, and the one before it.
    for (let count = 0; count < 2; count++) await browser.press("ArrowLeft");
    expectEqual(await lit(), ["tapped", "autoAndForceLocked", "moved"], "in the lock, after the push");
    expect((await text("chart-words")).endsWith("moved is remembered"), await text("chart-words"));
    await browser.press("ArrowLeft", { shift: true });
    expectEqual(await lit(), ["tapped", "autoAndForceLocked"], "before the push");
});

await checks.test("Space plays and pauses", async () => {
    await browser.press("Home");
    await browser.press(" ");
    await browser.until("Number(document.getElementById('timeline').getAttribute('aria-valuenow')) > 0.05");
    await browser.press(" ");
    const stopped = await now();
    expectEqual(await text("play"), "▶ Play", "the button");
    await browser.frame();
    expectEqual(await now(), stopped, "paused");
});

await checks.test("Search goes from match to match, and around", async () => {
    await browser.press("Home");
    await browser.press("/");
    await browser.type("SETTLED:");
    expectEqual(await text("matches"), "3", "the matches");
    const times = [];
    for (let count = 0; count < 4; count++) {
        await browser.press("Enter");
        expect((await words()).includes("settled: focus converged"), await words());
        times.push(await now());
    }
    expectEqual([times[3], await text("matches")], [times[0], "1 of 3"], "after the last comes the first");
    expect(times[0] < times[1] && times[1] < times[2], `${times}`);
    await browser.press("Enter", { shift: true });
    expectEqual(await now(), times[2], "Shift Enter goes back");
    await browser.press("Escape");
});

await checks.test("A kind that is not chosen is not in the log, and steps pass over it", async () => {
    await browser.press("Home");
    for (const kind of ["write", "motion", "frame", "other", "tap"]) await click(`#kinds [data-kind=${kind}]`);
    await browser.press("ArrowRight");
    await browser.press("ArrowRight");
    await browser.press("ArrowRight");
    expect(/start|autoAndForceLocked|continuousAuto/.test(await words()), await words());
    expect(!(await text("rows-shown")).includes("acceleration"), "acceleration in the log");
    for (const kind of ["write", "motion", "frame", "other", "tap"]) await click(`#kinds [data-kind=${kind}]`);
    expect((await text("rows-shown")).length > 0, "the log is empty");
});

await checks.test("The help opens with ? and closes with Escape; t changes the colours; a lane folds", async () => {
    await browser.press("?");
    expect(await browser.value("document.getElementById('keys').open"), "no help");
    await browser.press("Escape");
    expect(!(await browser.value("document.getElementById('keys').open")), "the help stays");
    const paper = () => browser.value("getComputedStyle(document.body).backgroundColor");
    const first = await paper();
    await browser.press("t");
    await browser.press("t");
    expect((await paper()) !== first, "the colours stay");
    await browser.press("t");
    expectEqual(await paper(), first, "as the system has it");
    const height = () => browser.value("document.getElementById('lanes').offsetHeight");
    const whole = await height();
    await click("[data-lane=focus]");
    expect((await height()) < whole, "the lane stays");
    await click("[data-lane=focus]");
    expectEqual(await height(), whole, "unfolded");
});

await checks.test("What-if answers are those that the native engine gives", async () => {
    const found = await answers();
    expectEqual(found, JSON.parse(readFileSync(kept, "utf8")), "the changes");
    expect(new Set(found.map(({ changes }) => JSON.stringify(changes))).size > 3, "each question has the same answer");
    expectQuiet();
});

await checks.test("Changes are marked, listed, and gone with the recorded value", async () => {
    const points = () => browser.value("Number(document.getElementById('timeline').dataset.points)");
    const recorded = (await click("#reset"), await points());
    const changes = await ask(0, 5);
    expect(changes.length > 0, "no change");
    expectEqual(await browser.value("document.querySelectorAll('#changes li').length"), changes.length, "the list");
    expect((await points()) > recorded, "nothing more was drawn");
    expect(!(await browser.value("document.querySelector('[data-lane=other]').hidden")), "the lane is hidden");
    await browser.press("Home");
    await browser.value("document.getElementById('timeline').focus()");
    await browser.press("n");
    expect((await now()) > 0, "n goes to no change");
    await click("#reset");
    expectEqual(await browser.value("document.querySelectorAll('#changes li').length"), 0, "the list");
    expect(await browser.value("document.querySelector('[data-lane=other]').hidden"), "the lane stays");
});

await checks.test("Text has a contrast of 4.5 at least, in both schemes", async () => {
    for (const isDark of [false, true]) {
        await browser.open(demoPage, { isDark });
        const pairs = [
            ["ink", "card"], ["ink", "paper"], ["soft", "card"], ["soft", "paper"], ["accent", "card"], ["error", "card"],
            ["touch", "card"], ["continuousAuto", "paper"], ["autoAndForceLocked", "paper"], ["unlockableLocked", "paper"],
            ["timer", "paper"], ["flag", "paper"], ["flag", "card"], ["motion", "card"], ["lens", "card"], ["sharp", "card"],
            ["mean", "card"], ["exposure", "card"], ["gain", "card"], ["write", "card"], ["timer", "card"],
            ["continuousAuto", "card"], ["autoAndForceLocked", "card"], ["unlockableLocked", "card"],
        ];
        for (const [front, back] of pairs) {
            const contrast = await browser.value(`(() => {
                const style = getComputedStyle(document.documentElement);
                const light = (name) => {
                    const hex = style.getPropertyValue("--" + name).trim();
                    const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
                    const part = (at) => linear(parseInt(hex.slice(at, at + 2), 16) / 255);
                    return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) + 0.05;
                };
                const pair = [light("${front}"), light("${back}")];
                return Math.max(...pair) / Math.min(...pair);
            })()`);
            expect(contrast >= 4.5, `${front} on ${back} (${isDark ? "dark" : "light"}): ${contrast.toFixed(2)}`);
        }
    }
});

await checks.test("On a phone nothing is wider than the screen, and a finger scrolls and sets the cursor", async () => {
    await browser.open(demoPage, { width: 390, height: 844, isPhone: true, isReduced: true });
    expectEqual(await browser.value("document.documentElement.scrollWidth"), 390, "the page's width");
    const area = await browser.value("document.getElementById('timeline').getBoundingClientRect().toJSON()");
    const place = { x: area.x + area.width / 2, y: area.y + 60 };
    await browser.command("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [place] });
    await browser.command("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await browser.frame();
    const middle = await now();
    expect(middle > 8 && middle < 16, `the cursor is at ${middle}`);
    const nameless = "[...document.querySelectorAll('button')].filter((part) => part.textContent.trim() === '').length";
    expectEqual(await browser.value(nameless), 0, "buttons without a name");
    expectQuiet();
});

await checks.test("A page without the engine says so, and shows everything else", async () => {
    await browser.open(checks.page("bare.jsonl", demo, { hasEngine: false }));
    expect((await text("verdict")).includes("without the engine"), await text("verdict"));
    expect(!(await browser.value("document.getElementById('slider').checkVisibility()")), "a slider without an engine");
    expectQuiet();
});

await checks.test("A damaged trace is shown up to the damage, which is told", async () => {
    const lines = demo.split("\n");
    lines.splice(600, 0, "garbage");
    await browser.open(checks.page("damaged.jsonl", lines.join("\n"), { status: 1 }));
    expect((await text("message")).includes("line 601"), await text("message"));
    expect((await text("session")).includes("600 lines"), await text("session"));
});

await checks.test("A trace of the older format is shown, and the page says that it cannot be run otherwise", async () => {
    const worlds = readFileSync(join(folder, "../Traces/worlds.jsonl"), "utf8");
    await browser.open(checks.page("worlds.jsonl", worlds));
    expect((await text("verdict")).includes("older format"), await text("verdict"));
    expect((await text("session")).startsWith("33 sessions"), await text("session"));
    expectEqual(await text("message"), "", "the message");
    await browser.press("End");
    await browser.press("ArrowLeft", { shift: true });
    expect((await words()).includes("rule"), await words());
    expectQuiet();
});

/** The demo as it would be in a ring's second file: behind the header a snapshot. The engine's state is left out. */
function middleTrace() {
    const lines = demo.trimEnd().split("\n");
    const place = lines.findIndex((line) => line.startsWith('{"n":432,'));
    const { t } = JSON.parse(lines[place]);
    const rest = lines.slice(place).filter((line) => !line.startsWith('{"n":432,') && !line.includes('"snapshot":{'));
    const snapshot = { n: 432, t, snapshot: { version: 2, state: "autoAndForceLocked", engine: null }, room: " ".repeat(1000) };
    return [lines[0], JSON.stringify(snapshot), ...rest].join("\n") + "\n";
}

await checks.test("A session that begins in its middle is shown, and the page says what runs it otherwise", async () => {
    await browser.open(checks.page("middle.jsonl", middleTrace()));
    const words = await text("verdict");
    expect(words.includes("begins in the middle of a session") && words.includes("cannot read"), words);
    expect(words.includes("tapfocus replay middle.jsonl --set motionDetection.deviation=2"), words);
    expect(!(await browser.value("document.getElementById('slider').checkVisibility()")), "a slider that can do nothing");
    await browser.press("End");
    expect((await text("session")).includes(" lines over "), await text("session"));
    expectQuiet();
    await browser.open(checks.page("both.jsonl", demo + middleTrace()));
    const changes = await ask(0, 5);
    expect(changes.length > 0 && changes.every(({ session }) => session === 1), JSON.stringify(changes));
    expect((await text("verdict")).includes("Session 2 begins in the middle"), await text("verdict"));
    expect((await text("verdict")).includes("both.jsonl --set motionDetection.deviation=5"), await text("verdict"));
    expectQuiet();
});

await checks.test("A hostile trace runs no script of its own", async () => {
    for (const kind of ["strings", "name"]) {
        const name = kind === "name" ? "<img src=x onerror=window.hacked=1>.jsonl" : "hostile.jsonl";
        await browser.open(checks.page(name, hostileTrace(demo)));
        await browser.press("End");
        await browser.press("/");
        await browser.type("onerror");
        await browser.press("Enter");
        expect((await words()).includes("onerror"), `${payload} is not shown: ${await words()}`);
        expectEqual(await browser.value("typeof window.hacked"), "undefined", "a script has run");
        const foreign = await browser.value("document.querySelectorAll('img, iframe, object, embed').length");
        expectEqual(foreign, 0, "elements of the trace");
        expectQuiet();
    }
});

await checks.test("A trace with odd numbers is shown as far as it can be read", async () => {
    let shown = 0;
    for (let seed = 1; seed <= 24; seed++) {
        await browser.open(checks.page("odd.jsonl", oddTrace(demo, seed), { status: null }));
        await browser.press("End");
        for (let count = 0; count < 3; count++) await browser.press("ArrowLeft", { shift: true });
        expectEqual(browser.complaints, [], `seed ${seed}`);
        expect((await text("session")).includes(" lines over "), `seed ${seed}: ${await text("message")}`);
        shown += Number(/(\d+) lines over/.exec(await text("session"))[1]);
    }
    expect(shown > 2_000, `${shown} lines in all`);
});

await checks.test("The policy stops a script even if it came into the page", async () => {
    await browser.value(`{
        document.body.insertAdjacentHTML("beforeend", '<img src="data:image/png;base64,AAAA" onerror="window.hacked = 1">');
        const script = document.createElement("script");
        script.textContent = "window.hacked = 2";
        document.body.append(script);
    }`);
    await browser.frame();
    await browser.value("new Promise((done) => setTimeout(done, 200))");
    expectEqual(await browser.value("typeof window.hacked"), "undefined", "a script has run");
    expect(browser.complaints.some((words) => words.includes("Content Security Policy")), "the policy did not speak");
});

await drawingTests(checks, browser);
await momentTests(checks, browser);
await speedTests(checks, browser);

await browser.stop();
checks.end();

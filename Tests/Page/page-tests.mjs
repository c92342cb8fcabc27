// The page of `tapfocus trace view`, in headless Chromium: node page-tests.mjs TAPFOCUS ENGINE.wasm [--main | --write | --bench]
// --write keeps the page's answers to "what if?" in what-if.json: the unit tests compare the native engine's with them.
import { Browser } from "./browser.mjs";
import { Checks, demo, expect, expectEqual } from "./check.mjs";
import { drawingTests } from "./drawing-tests.mjs";
import { keyTests } from "./key-tests.mjs";
import { momentTests } from "./moment-tests.mjs";
import { measure, speedTests, told } from "./speed.mjs";
import { tracePage } from "./trace-page.mjs";
import { traceTests } from "./trace-tests.mjs";
import { keepAnswers, whatIfTests } from "./what-if-tests.mjs";

const [program, engine, mode] = process.argv.slice(2);
const checks = new Checks(program, engine);
const browser = await Browser.start();
const { now, text, expectQuiet } = tracePage(browser);
const demoPage = checks.page("demo.jsonl", demo);

if (mode === "--write") {
    await browser.open(demoPage);
    await keepAnswers(browser);
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
    expect((await text("session")).includes("24.8 s"), await text("session"));
});

await keyTests(checks, browser);
await whatIfTests(checks, browser);

if (mode === "--main") {
    await browser.stop();
    checks.end();
}

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

await traceTests(checks, browser);
await drawingTests(checks, browser);
await momentTests(checks, browser);
await speedTests(checks, browser);

await browser.stop();
checks.end();

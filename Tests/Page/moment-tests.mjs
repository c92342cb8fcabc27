// Tests of the words at the cursor, of traces that begin anywhere, and of keys.
import { existsSync } from "node:fs";
import { Browser } from "./browser.mjs";
import { demo, expect, expectEqual } from "./check.mjs";
import { pixels, reading } from "./drawing-tests.mjs";
import { tracePage } from "./trace-page.mjs";

/** A second file of a ring: a header, a snapshot with the state and the camera, and what followed in the demo. */
function laterFile() {
    const lines = demo.trimEnd().split("\n"), session = JSON.parse(lines[0]).s;
    const place = lines.findIndex((line) => JSON.parse(line).n === 550), { n, t } = JSON.parse(lines[place]);
    const camera = { name: "Lab Camera", usb: "1234:abcd" };
    const { version, tool, monotonic, wallClock } = JSON.parse(lines[0]);
    const snapshot = { version, tool, monotonic, wallClock, state: "unlockableLocked", camera, engine: null };
    const beginning = JSON.stringify({ n: n - 1, s: session, t: t - 1_000_000, snapshot });
    return [lines[0], beginning, ...lines.slice(place)].join("\n") + "\n";
}

async function beginningTests(checks, browser) {
    const { text } = tracePage(browser);

    await checks.test("A file that begins in the middle shows its snapshot's state and camera from the beginning", async () => {
        await browser.open(checks.page("later.jsonl", laterFile()));
        const lane = await pixels(browser, "state", "unlockableLocked", { to: 80 });
        expect(lane.first < 3 && lane.columns > 50, `the state begins at ${lane.first}, ${lane.columns} columns`);
        expectEqual(await reading(browser, "state"), ["unlockableLocked"], "the lane's words");
        const names = "({ dataset }) => dataset.state ?? dataset.transition";
        const lit = await browser.value(`[...document.querySelectorAll("#chart .lit")].map(${names})`);
        expectEqual(lit, ["unlockableLocked"], "what is lit");
        expectEqual(await text("chart-words"), "since before this file", "the chart's words");
        expect((await text("view-words")).includes("from before this file"), await text("view-words"));
        expect((await text("session")).includes("Lab Camera (1234:abcd)"), await text("session"));
        await browser.press("ArrowRight", { shift: true });
        expect((await text("chart-words")).includes("by motion"), await text("chart-words"));
        expectEqual(browser.complaints, [], "the browser complained");
    });

    await checks.test("In the files of a ring, joined, a state goes on from one to the next", async () => {
        const lines = demo.trimEnd().split("\n"), place = lines.findIndex((line) => JSON.parse(line).n === 550);
        await browser.open(checks.page("joined.jsonl", `${lines.slice(0, place).join("\n")}\n${laterFile()}`));
        await browser.press("/");
        await browser.type("the session goes on");
        await browser.press("Enter");
        await browser.press("Escape");
        expect((await text("chart-words")).includes("by the timer"), await text("chart-words"));
        expect((await text("view-words")).includes("held at 0.70, 0.42"), await text("view-words"));
        expectEqual(browser.complaints, [], "the browser complained");
    });

    await checks.test("A trace of a header only says so without a complaint; of an empty file no page is made", async () => {
        const made = checks.page("empty.jsonl", "", { status: 1 });
        expect(!existsSync(made), `there is a page: ${made}`);
        await browser.open(checks.page("header.jsonl", demo.slice(0, demo.indexOf("\n") + 1)));
        expect((await text("session")).includes("1 line over"), await text("session"));
        expectEqual(browser.complaints, [], "the browser complained");
    });
}

async function searchTests(checks, browser, demoPage) {
    const { text } = tracePage(browser);

    await checks.test("The search numbers the positions that it counts, each with the sharpness measured there", async () => {
        await browser.open(demoPage);
        await browser.press("/");
        await browser.type("settled: focus");
        for (const count of [6, 4, 7]) {
            await browser.press("Enter");
            expect((await text("curve-words")).startsWith(`${count} positions, `), await text("curve-words"));
            const words = await browser.value("document.getElementById('curve').getAttribute('aria-label')");
            const found = [...words.matchAll(/(\d+): lens (\d+), sharpness ([\d.]+)/g)];
            const steps = found.map((parts) => parts.slice(1).map(Number));
            expectEqual(steps.map(([number]) => number), Array.from({ length: count }, (_, index) => index + 1), "the numbers");
            // At 114 the frames before the lens arrived had the sharpness of 72: 0.077.
            if (steps[0][1] === 72) expect(steps[1][1] === 114 && steps[1][2] > 0.09 && steps[1][2] < 0.095, `${steps[1]}`);
        }
    });
}

async function sliderTests(checks, browser, demoPage) {
    const { text, now, row } = tracePage(browser);

    await checks.test("After the slider was dragged, the keys are the page's; the slider keeps those that move it", async () => {
        await browser.open(demoPage);
        const area = await browser.value("document.getElementById('slider').getBoundingClientRect().toJSON()");
        const drag = async (share) => {
            await browser.click(area.x + area.width * share, area.y + area.height / 2);
            await browser.until("document.getElementById('what-if').dataset.value !== undefined");
            await browser.frame();
        };
        await browser.press("Home");
        await drag(0.9);
        const value = await text("value");
        await browser.press("n");
        const first = await now();
        expect(first > 0, "n goes to no change");
        const before = await row();
        await browser.press("ArrowRight");
        expectEqual([await row(), await text("value")], [before + 1, value], "→ is a step in the trace");
        await browser.press("?");
        expect(await browser.value("document.getElementById('keys').open"), "no help");
        await browser.press("Escape");
        await browser.value("document.getElementById('slider').focus()");
        const place = await row();
        await browser.press("ArrowLeft");
        expectEqual(await row(), place, "← moves the slider");
        await browser.press("Home");
        await browser.value("document.getElementById('slider').focus()");
        await browser.press("p");
        expect((await now()) < first + 30, "p");
        await browser.press(" ");
        expectEqual(await text("play"), "❚❚ Pause", "Space with the keyboard on the slider");
        await browser.press(" ");
    });
}

async function settingTests(checks, browser) {
    const { text } = tracePage(browser);

    await checks.test("What-if knows the settings of each session", async () => {
        const other = demo.replace('"deviation":1,', '"deviation":2.5,').replaceAll("cy371sqj", "zz371sqj");
        const [header, ...lines] = other.split("\n");
        const later = (_, key, time) => `"${key}":${Number(time) + 24e9}`;
        const moved = lines.join("\n").replace(/"(t|deadline|captured)":(\d+)/g, later);
        await browser.open(checks.page("two.jsonl", `${demo}${header}\n${moved}`));
        await browser.press("End");
        expect((await text("verdict")).startsWith("Recorded with 2.5 m/s² at the cursor"), await text("verdict"));
        expectEqual(await text("value"), "2.5 m/s²", "the slider");
        const ask = async (value) => {
            await browser.value(`{
                const slider = document.getElementById("slider");
                slider.value = ${value};
                slider.dispatchEvent(new Event("input"));
            }`);
            await browser.until(`document.getElementById("what-if").dataset.value === "${value}"`);
            return JSON.parse(await browser.value("document.getElementById('what-if').dataset.changes"));
        };
        // Both have the demo's transitions, which are those of 1: it is run, and so is the value of the session at the cursor.
        expectEqual(await ask(1), [], "changes with 1");
        expectEqual([...new Set((await ask(2.5)).map(({ session }) => session))], [1, 2], "sessions that 2.5 changes");
        await browser.value("document.getElementById('reset').click()");
        await browser.press("Home");
        expect((await text("verdict")).startsWith("Recorded with 1 m/s² at the cursor"), await text("verdict"));
    });

    await checks.test("A browser that cannot be started is told with its name and the remedy", async () => {
        const usual = process.env.CHROMIUM;
        process.env.CHROMIUM = "/no/such/chromium";
        const words = await Browser.start().then(() => "it has started", (error) => error.message);
        if (usual === undefined) delete process.env.CHROMIUM; else process.env.CHROMIUM = usual;
        expect(words.includes("/no/such/chromium does not start") && words.includes("Scripts/dependencies test"), words);
    });
}

export async function momentTests(checks, browser) {
    const demoPage = checks.page("demo.jsonl", demo);
    await beginningTests(checks, browser);
    await searchTests(checks, browser, demoPage);
    await sliderTests(checks, browser, demoPage);
    await settingTests(checks, browser);
}

// Tests of pages of other traces: damaged, older, begun in the middle, hostile, odd.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demo, expect, expectEqual, folder } from "./check.mjs";
import { hostileTrace, oddTrace, payload } from "./hostile.mjs";
import { tracePage } from "./trace-page.mjs";

/** The demo as it would be in a ring's second file: behind the header a snapshot. The engine's state is left out. */
function middleTrace() {
    const lines = demo.trimEnd().split("\n");
    const place = lines.findIndex((line) => line.startsWith('{"n":432,'));
    const { t } = JSON.parse(lines[place]);
    const rest = lines.slice(place).filter((line) => !line.startsWith('{"n":432,') && !line.includes('"snapshot":{'));
    const snapshot = { n: 432, t, snapshot: { version: 2, state: "autoAndForceLocked", engine: null }, room: " ".repeat(1000) };
    return [lines[0], JSON.stringify(snapshot), ...rest].join("\n") + "\n";
}

async function olderTests(checks, browser) {
    const { text, words, expectQuiet, ask } = tracePage(browser);

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
        expect((await text("session")).startsWith("28 sessions"), await text("session"));
        expectEqual(await text("message"), "", "the message");
        await browser.press("End");
        await browser.press("ArrowLeft", { shift: true });
        expect((await words()).includes("rule"), await words());
        expectQuiet();
    });

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
}

async function hostileTests(checks, browser) {
    const { text, words, expectQuiet } = tracePage(browser);

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
}

export async function traceTests(checks, browser) {
    await olderTests(checks, browser);
    await hostileTests(checks, browser);
}

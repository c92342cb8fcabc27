// Tests of the what-if slider: the page answers as the native engine does.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectEqual, folder } from "./check.mjs";
import { tracePage } from "./trace-page.mjs";

const kept = join(folder, "what-if.json");
const questions = [
    { setting: 0, key: "motionDetection.deviation", value: 0.5 }, { setting: 0, key: "motionDetection.deviation", value: 2.5 },
    { setting: 0, key: "motionDetection.deviation", value: 5 }, { setting: 1, key: "motionDetection.duration", value: 0.5 },
    { setting: 2, key: "forceLockTime", value: 1.5 }, { setting: 2, key: "forceLockTime", value: 6 },
];

async function answers({ ask }) {
    const found = [];
    for (const { setting, key, value } of questions) found.push({ key, value, changes: await ask(setting, value) });
    return found;
}

/** Keeps the answers of a page that is open: the unit tests compare the native engine's with them. */
export async function keepAnswers(browser) {
    const found = (await answers(tracePage(browser))).map((answer) => `  ${JSON.stringify(answer)}`);
    writeFileSync(kept, `[\n${found.join(",\n")}\n]\n`);
}

/** Of a page that is open. */
export async function whatIfTests(checks, browser) {
    const page = tracePage(browser);
    const { now, click, expectQuiet, ask } = page;

    await checks.test("What-if answers are those that the native engine gives", async () => {
        const found = await answers(page);
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
}

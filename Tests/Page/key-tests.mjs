// Tests of keys, search, kinds and the buttons of a page that is open.
import { expect, expectEqual } from "./check.mjs";
import { tracePage } from "./trace-page.mjs";

async function stepTests(checks, browser) {
    const { row, now, text, words, lit } = tracePage(browser);

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

    await checks.test("While no what-if is asked, n and p go through the changes of state", async () => {
        const places = async (next, previous, more) => {
            const found = [];
            await browser.press("Home");
            for (const key of [next, next, next, previous]) {
                await browser.press(key, more);
                found.push(await row());
            }
            return found;
        };
        const found = await places("n", "p");
        expect(found[2] > found[1] && found[1] > found[0] && found[3] === found[1], `${found}`);
        expectEqual(found, await places("ArrowRight", "ArrowLeft", { shift: true }), "as Shift and an arrow");
    });
}

async function playTests(checks, browser) {
    const { now, text, words, lit } = tracePage(browser);

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
}

async function choiceTests(checks, browser) {
    const { text, words, click } = tracePage(browser);

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
}

export async function keyTests(checks, browser) {
    await stepTests(checks, browser);
    await playTests(checks, browser);
    await choiceTests(checks, browser);
}

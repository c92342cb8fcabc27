// The page with ?simulated, and what a phone's camera has beside the tap: the other camera, the light, the zoom, the lock.
import { expect, expectEqual } from "../Page/check.mjs";
import { touch, wait } from "./page.mjs";

const chooseOther = (browser) => browser.value(`(() => {
    const chooser = document.getElementById("cameras");
    chooser.value = "Simulated Front Camera";
    chooser.dispatchEvent(new Event("change"));
})()`);
const pressLight = (browser) => browser.value("document.getElementById('light').click()");

/**
 * @param page opens the page, also on a screen that is touched, taps and waits for the end of it, presses a button, looks at the picture, and
 *     knows where the flower is.
 */
export async function phoneTests(checks, browser, page) {
    await rowTests(checks, browser, page);
    await storyTests(checks, browser, page);
}

async function rowTests(checks, browser, { open, focus, press, flower }) {
    await checks.test("simulated: the chooser turns to the other camera, which shows the scene as in a mirror, and a touch focuses there", async () => {
        await open();
        await focus(flower);
        await chooseOther(browser);
        await browser.until("tapfocus.state === 'continuousAuto'");
        await wait(1500);
        const other = await browser.value("tapfocus.cameras().then((cameras) => cameras.map(({ name, used }) => [name, used]))");
        expectEqual(other, [["Simulated Front Camera", true], ["Simulated Camera", false]], "the cameras");
        await focus({ ...flower, x: 1 - flower.x });
    });

    await checks.test("simulated: with the light on the held exposure is found again, and without it the earlier one is back", async () => {
        await open();
        await focus(flower);
        await browser.value("(globalThis.lit = [], tapfocus.addEventListener('relit', ({ detail }) => lit.push(detail.exposure)), true)");
        await pressLight(browser);
        await browser.until("lit.at(-1) === 'found'");
        expectEqual(await browser.value("document.getElementById('light').getAttribute('aria-pressed')"), "true", "the button");
        await pressLight(browser);
        await browser.until("lit.at(-1) === 'restored'");
        expectEqual(await browser.value("lit"), ["searching", "found", "restored"], "told");
    });

    await checks.test("simulated: the slider zooms", async () => {
        await open();
        await browser.until("!document.getElementById('zoom').hidden");
        await browser.value(`(() => {
            const slider = document.getElementById("zoom");
            slider.value = 0.5;
            slider.dispatchEvent(new Event("input"));
        })()`);
        await browser.until("Math.abs(tapfocus.zoomed.linear - 0.5) < 0.01");
    });

    await checks.test("simulated: what is locked stays through a push", async () => {
        await open();
        await focus(flower);
        await browser.value("tapfocus.lock()");
        await browser.until("tapfocus.lockedBy === 'application'");
        await wait(3500);
        await press("push");
        await wait(2000);
        expectEqual(await browser.value("[tapfocus.state, tapfocus.lockedBy]"), ["unlockableLocked", "application"], "after the push");
    });
}

/** Two fingers far from the square and its sun, at a distance in px. */
const fingers = (distance) => [{ x: 250 - distance / 2, y: 300 }, { x: 250 + distance / 2, y: 300 }];

async function storyTests(checks, browser, { openTouched, focus, press, look, place, flower }) {
    await checks.test("simulated: a long press on the flower outlasts a push; the light; the other camera, and a touch; a pinch, and a touch again", async () => {
        await openTouched();
        await browser.value("void (told.length = 0)");
        await touch(browser, [await place(flower)]);
        await browser.until("tapfocus.lockedBy === 'person' && told.some(({ type }) => type === 'settled')");
        await touch(browser, []);
        const end = await browser.value("(({ focus, exposure }) => [focus, exposure])(told.find(({ type }) => type === 'settled'))");
        expectEqual(end, ["converged", "converged"], "the end of the long press");
        await browser.until("tapfocus.state === 'unlockableLocked'");
        await press("push");
        await wait(2000);
        expectEqual(await browser.value("[tapfocus.state, tapfocus.lockedBy]"), ["unlockableLocked", "person"], "after the push");

        const dark = await look(flower);
        await browser.value(`void (globalThis.lit = [], tapfocus.addEventListener("event", ({ detail }) => {
            if (detail.event === "relit" || (detail.event === "write" && lit.length > 0)) lit.push(detail);
        }))`);
        await pressLight(browser);
        await browser.until("lit.some(({ exposure }) => exposure === 'found')");
        // By the simulated time: a busy machine is slower.
        const time = await browser.value("lit.findLast(({ event }) => event === 'write').time - lit[0].time");
        expect(time < 1e9, `the exposure with the light was written after ${time / 1e6} ms`);
        // The picture of the last exposure is on its way.
        await wait(300);
        const bright = await look(flower);
        expect(Math.abs(bright.light / dark.light - 1) < 0.25, `with the light the flower has ${bright.light}, without it ${dark.light}`);

        await chooseOther(browser);
        await browser.until("tapfocus.state === 'continuousAuto' && tapfocus.lockedBy === null");
        await wait(1500);
        const [{ name }] = await browser.value("tapfocus.cameras()");
        expectEqual(name, "Simulated Front Camera", "the camera");
        const mirrored = { x: 1 - flower.x, y: flower.y };
        await focus(mirrored);
        await touch(browser, fingers(80).slice(0, 1), fingers(80), fingers(160));
        await browser.until("Math.abs(tapfocus.zoomed.factor - 2) < 0.05");
        await touch(browser, []);
        // The zoom is about the middle.
        await focus({ x: 0.5 + 2 * (mirrored.x - 0.5), y: 0.5 + 2 * (mirrored.y - 0.5) });
        expectEqual(browser.complaints, [], "complaints");
    });
}

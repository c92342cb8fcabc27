// The page with ?simulated, and what a phone's camera has beside the tap: the other camera, the light, the zoom, the lock.
import { expectEqual } from "../Page/check.mjs";
import { wait } from "./page.mjs";

/** @param page opens the page, taps and waits for the end of it, presses a button, and knows where the flower is. */
export async function phoneTests(checks, browser, { open, focus, press, flower }) {
    await checks.test("simulated: the chooser turns to the other camera, which shows the scene as in a mirror, and a touch focuses there", async () => {
        await open();
        await focus(flower);
        await browser.value(`(() => {
            const chooser = document.getElementById("cameras");
            chooser.value = "Simulated Front Camera";
            chooser.dispatchEvent(new Event("change"));
        })()`);
        await browser.until("tapfocus.state === 'continuousAuto'");
        await wait(1500);
        const other = await browser.value("tapfocus.cameras().then((cameras) => cameras.map(({ name, used }) => [name, used]))");
        expectEqual(other, [["Simulated Front Camera", true], ["Simulated Camera", false]], "the cameras");
        await focus({ ...flower, x: 1 - flower.x });
    });

    await checks.test("simulated: with the light on the held exposure is found again, and without it the earlier one is back", async () => {
        await open();
        await focus(flower);
        const pressLight = () => browser.value("document.getElementById('light').click()");
        await browser.value("(globalThis.lit = [], tapfocus.addEventListener('relit', ({ detail }) => lit.push(detail.exposure)), true)");
        await pressLight();
        await browser.until("lit.at(-1) === 'found'");
        expectEqual(await browser.value("document.getElementById('light').getAttribute('aria-pressed')"), "true", "the button");
        await pressLight();
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

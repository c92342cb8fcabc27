// Taps, by touches and the mouse of the DevTools protocol.
import { expect, expectEqual } from "../Page/check.mjs";
import { faceTests } from "./faces.mjs";
import { flashTests } from "./flash.mjs";
import { middle, openCanvas } from "./gesture-page.mjs";
import { tapAt, touch, until, wait } from "./page.mjs";
import { pressingTests } from "./pressing.mjs";
import { squareTests } from "./square.mjs";
import { sunTests } from "./sun.mjs";

const touchedPage = (browser, server) => {
    const taps = () => server.clients.at(-1).requests("tap");

    /** Scrolls back, and waits until the page stays there: a finger's drag gives it a swing. */
    const scrollBack = async () => {
        for (let count = 0; count < 5; count++) {
            await browser.value("scrollTo({ top: 0, behavior: 'instant' })");
            await wait(60);
            if (await browser.value("scrollY") !== 0) count = -1;
        }
    };
    return { taps, scrollBack };
};

async function tapTests(checks, browser, server) {
    const { taps, scrollBack } = touchedPage(browser, server);

    /** Gestures that begin on the picture, unless they say otherwise. */
    const none = async (name, steps, { isBeside = false } = {}) => checks.test(`no tap: ${name}`, async () => {
        await scrollBack();
        await browser.value(`globalThis.seen = { downs: 0, lifts: [] };
            picture.onpointerdown = () => { seen.downs += 1; };
            picture.onpointerup = ({ isPrimary }) => { seen.lifts.push(isPrimary); };`);
        const before = taps().length;
        await steps();
        await wait(80);
        expectEqual(taps().length, before, "taps");
        expect(isBeside || await browser.value("seen.downs") > 0, "nothing has touched the picture");
    });

    await checks.test("a finger's tap is sent in picture coordinates, each with another id", async () => {
        await touch(browser, [{ x: 300, y: 225 }], []);
        // Far from the middle, where the other tests touch: the browser takes a finger beside the sun for one on it.
        await touch(browser, [{ x: 40, y: 30 }], []);
        await until(() => taps().length === 2, "two taps");
        const [one, other] = taps();
        expect(Math.abs(one.x - 0.75) < 1e-6 && Math.abs(one.y - 0.75) < 1e-6 && one.in === "picture", JSON.stringify(one));
        expect(Math.abs(other.x - 0.1) < 1e-6 && Math.abs(other.y - 0.1) < 1e-6, JSON.stringify(other));
        expect(Number.isSafeInteger(one.id) && other.id === one.id + 1, `${one.id}, ${other.id}`);
    });
    await none("a drag that scrolls", () => touch(browser, [middle], [{ x: 200, y: 120 }], [{ x: 200, y: 90 }], []));
    await none("a drag and back", () => touch(browser, [middle], [{ x: 230, y: 150 }], [middle], []));
    await none("a long press", async () => {
        await touch(browser, [middle]);
        await wait(450);
        await touch(browser, []);
    });
    for (const lifted of [0, 1]) {
        await none(`two fingers, the ${lifted === 0 ? "first" : "second"} one lifted first`, async () => {
            const fingers = [{ ...middle, id: 0 }, { x: 260, y: 160, id: 1 }];
            await touch(browser, [fingers[0]], fingers, [fingers[1 - lifted]]);
            await browser.until("seen.lifts.length === 1");
            await touch(browser, []);
            await browser.until("seen.lifts.length === 2");
            expectEqual(await browser.value("seen.lifts"), lifted === 0 ? [true, false] : [false, true], "the fingers that were lifted");
        });
    }
    await none("the right button", async () => {
        const event = { ...middle, button: "right", clickCount: 1 };
        await browser.command("Input.dispatchMouseEvent", { type: "mousePressed", ...event });
        await browser.command("Input.dispatchMouseEvent", { type: "mouseReleased", ...event });
    });
    await none("beside the picture", async () => {
        await browser.value("scrollTo(0, 0); picture.style.objectFit = 'contain'; picture.style.height = '500px'");
        await tapAt(browser, { x: 200, y: 40 });
        await browser.value("picture.style.height = '300px'");
    }, { isBeside: true });
}

export async function gestureTests(checks, browser, server, daemon) {
    const { taps, scrollBack } = touchedPage(browser, server);
    await openCanvas(browser, server);
    await tapTests(checks, browser, server);
    await checks.test("after each of them a tap is a tap again", async () => {
        const before = taps().length;
        await scrollBack();
        await touch(browser, [middle], []);
        await until(() => taps().length === before + 1, "a tap");
    });
    await pressingTests(checks, browser, server);
    await squareTests(checks, browser, server);
    await faceTests(checks, browser, server);
    await flashTests(checks, browser, server);
    await sunTests(checks, browser, server, daemon);
}

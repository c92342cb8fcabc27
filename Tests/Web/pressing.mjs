// Fingers that rest or pinch, on a page that has switched that on.
import { expectEqual } from "../Page/check.mjs";
import { middle, openCanvas } from "./gesture-page.mjs";
import { touch, until, wait } from "./page.mjs";

export async function pressingTests(checks, browser, server) {
    const open = async (options) => {
        await openCanvas(browser, server, {}, "", options);
        return server.clients.at(-1);
    };

    await checks.test("with longPress a finger that rests locks there until the next tap, and its lift is no tap", async () => {
        const client = await open("{ longPress: true }");
        await touch(browser, [middle]);
        await until(() => client.requests("lock").length === 1, "the lock");
        await touch(browser, []);
        await wait(80);
        const [wish] = client.requests("lock");
        expectEqual([wish.x, wish.y, wish.in, wish.taps], [0.5, 0.5, "picture", "end"], "the lock");
        expectEqual(client.requests("tap").length, 0, "taps");
        // Far from the middle, where the square is.
        await touch(browser, [{ x: 40, y: 30 }], []);
        await until(() => client.requests("tap").length === 1, "a tap after it");
        await wait(700);
        expectEqual(client.requests("lock").length, 1, "locks");
    });

    await checks.test("with longPress no menu opens at a finger that rests, and the mouse's does", async () => {
        await open("{ longPress: true }");
        const isPrevented = (pointerType) => browser.value(`!picture.dispatchEvent(new PointerEvent("contextmenu", { pointerType: "${pointerType}", cancelable: true }))`);
        expectEqual([await isPrevented("touch"), await isPrevented("mouse")], [true, false], "prevented");
    });

    await checks.test("with pinch two fingers zoom by the ratio of their distances, up to the largest factor, and are no tap", async () => {
        const client = await open("{ pinch: true }");
        client.say({ event: "zoom", linear: 0, factor: 1, largest: 4, point: null });
        await browser.until("tapfocus.zoomed?.factor === 1");
        const fingers = (distance) => [{ x: 200 - distance / 2, y: 150, id: 0 }, { x: 200 + distance / 2, y: 150, id: 1 }];
        const isAt = (factor) => Math.abs((client.requests("zoom").at(-1)?.factor ?? 0) - factor) < 0.01;
        await touch(browser, fingers(60).slice(0, 1), fingers(60), fingers(120));
        await until(() => isAt(2), "the double distance");
        await touch(browser, fingers(300));
        await until(() => isAt(4), "the largest factor");
        await touch(browser, []);
        await wait(80);
        expectEqual(client.requests("tap").length, 0, "taps");
    });
}

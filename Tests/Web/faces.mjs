// A detector that the page brings steers the point while nobody has tapped.
import { expect, expectEqual } from "../Page/check.mjs";
import { lock, middle, openCanvas } from "./gesture-page.mjs";
import { tapAt, until, wait } from "./page.mjs";

const face = "({ x: 80, y: 120, width: 40, height: 60 })";

/** Opens a page that follows the faces of a played detector. */
const facePage = (browser, server) => async (faces, times = "{ hold: 300, lost: 600 }") => {
    await openCanvas(browser, server, { isPhone: false });
    const client = server.clients.at(-1);
    client.say({ event: "state", state: "continuousAuto", point: null, cause: "view", rule: "view-shown" });
    await browser.until("tapfocus.state === 'continuousAuto'");
    await browser.value(`(globalThis.faces = ${faces}, tapfocus.followFaces(() => globalThis.faces, ${times}), true)`);
    return client;
};

export async function faceTests(checks, browser, server) {
    const open = facePage(browser, server);

    await checks.test("a face that keeps its place is focused once, and let go when it is not seen any more", async () => {
        const client = await open(`[{ x: 0, y: 0, width: 9, height: 9 }, ${face}]`);
        await until(() => client.requests("tap").length === 1, "a tap at the face");
        const [tap] = client.requests("tap");
        expectEqual([tap.x, tap.y, tap.in], [0.25, 0.5, "picture"], "the middle of the larger face");
        client.say(lock(tap.id));
        const before = client.requests("show-view").length;
        await browser.value("(globalThis.faces = [], true)");
        await until(() => client.requests("show-view").length === before + 1, "the face let go");
    });

    await checks.test("another face is focused five seconds later at the earliest", async () => {
        const client = await open(`[${face}]`);
        await until(() => client.requests("tap").length === 1, "a tap at the face");
        const first = performance.now();
        await browser.value("(globalThis.faces = [{ x: 280, y: 120, width: 40, height: 60 }], true)");
        await until(() => client.requests("tap").length === 2, "a tap at the other one");
        const time = performance.now() - first;
        expect(time > 4500, `after ${time} ms`);
        expectEqual(client.requests("tap")[1].x, 0.75, "the other one");
    });

    await checks.test("a finger comes first: while its point is held, no face is focused, and none is let go", async () => {
        const client = await open("[]");
        await tapAt(browser, middle);
        await until(() => client.requests("tap").length === 1, "the finger's tap");
        client.say(lock(client.requests("tap")[0].id));
        await browser.until("tapfocus.state === 'autoAndForceLocked'");
        const before = client.requests("show-view").length;
        await browser.value(`(globalThis.faces = [${face}], true)`);
        await wait(1000);
        await browser.value("(globalThis.faces = [], true)");
        await wait(1000);
        expectEqual([client.requests("tap").length, client.requests("show-view").length], [1, before], "requests");
    });

    await checks.test("a detector that fails is reported once, and a thing that is no function is refused", async () => {
        await open("[]");
        await browser.value("(tapfocus.followFaces(() => { throw new Error('no model') }), true)");
        await browser.until("told.at(-1)?.message?.includes('no model')");
        const count = "told.filter(({ message }) => message?.includes('no model')).length";
        await wait(600);
        expectEqual(await browser.value(count), 1, "errors");
        expect(await browser.value("(() => { try { tapfocus.followFaces(5); return false; } catch { return true; } })()"), "no refusal");
    });

    await lockTests(checks, browser, open);
}

async function lockTests(checks, browser, open) {
    await checks.test("a lock of what is held for a face outlives the face, and its end lets go of nothing", async () => {
        const client = await open(`[${face}]`);
        await until(() => client.requests("tap").length === 1, "a tap at the face");
        client.say(lock(client.requests("tap")[0].id));
        await browser.until("tapfocus.state === 'autoAndForceLocked'");
        const before = client.requests("show-view").length;
        // A lock of what is held has no state of its own.
        client.say({ event: "lock", by: "application" });
        await browser.until("tapfocus.lockedBy === 'application'");
        await browser.value("(globalThis.faces = [], true)");
        await wait(1500);
        expectEqual(client.requests("show-view").length, before, "let go under the lock");
        client.say({ event: "lock", by: null });
        await browser.until("tapfocus.lockedBy === null");
        await wait(1000);
        expectEqual(client.requests("show-view").length, before, "let go after it");
    });
}

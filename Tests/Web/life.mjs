// The life of a page's connection and hold: frames only while asked, reconnection, what waits for a tap's end.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectEqual } from "../Page/check.mjs";
import { closingTests } from "./closing.mjs";
import { otherWays } from "./others.mjs";
import { ask, isHeld, openVideo, part, tapAt, until, wait } from "./page.mjs";
import { pageTests } from "./pages.mjs";
import { pageCounters, workerCounters, workOf } from "./work.mjs";

const livingPage = (browser, server) => {
    const open = (more = {}) => openVideo(browser, server, more);
    const client = () => server.clients.at(-1);
    const frames = () => client().requests("frame");

    /** At rest nothing is under way, and nothing is begun. */
    const expectRest = async () => {
        await wait(300);
        const before = await workOf(browser);
        await wait(1000);
        expectEqual(await workOf(browser), { ...before, timers: 0, frames: 0, readers: 0 }, "work at rest");
    };
    return { open, client, frames, expectRest };
};

async function measuringTests(checks, browser, server) {
    const { open, client, frames, expectRest } = livingPage(browser, server);

    await checks.test("a page declares its stream, says that it sends the taps, and shows the view", async () => {
        await open({ script: pageCounters });
        await until(() => isHeld(client()), "the frames are held");
        const { arrived: _, ...hold } = client().requests("hold-frames").at(-1);
        expectEqual(hold, { request: "hold-frames", camera: "Simulated Camera", width: 1280, height: 720, interval: 33333, stamp: "received",
            delay: 43333, measure: 2 }, "the declaration");
        await until(() => client().requests("show-view").length === 1, "show-view");
        expectEqual(client().lines.slice(0, 2).map(({ request }) => request), ["watch", "send-taps"], "the first requests");
    });

    await checks.test("without being asked it measures nothing: no reader, no timer, no callback", async () => {
        await expectRest();
        expectEqual([frames().length, await browser.value("tapfocus.isMeasuring")], [0, false], "frames");
    });

    await checks.test("asked, it measures every frame, with the camera's times and growing numbers", async () => {
        client().say(ask);
        await until(() => frames().length >= 12, "twelve frames");
        // Were this not so, nothing would be counted at rest either.
        expectEqual((await workOf(browser)).readers, 1, "readers while it measures");
        for (const [index, frame] of frames().entries()) {
            expect(frame.id === 7 && frame.sharpness.length === 1 && frame.sharpness[0] > 0, JSON.stringify(frame));
            expect([frame.mean, frame.bright, frame.dark].every((share) => share >= 0 && share <= 1) && frame.grid === undefined, JSON.stringify(frame));
            expect(Number.isSafeInteger(frame.captured) && Number.isInteger(frame.sequence), JSON.stringify(frame));
            const age = frame.arrived / 1000 - frame.captured;
            expect(age > 0 && age < 1_000_000, `a frame is ${age} µs old`);
            const former = frames()[index - 1];
            expect(!former || (frame.captured > former.captured && frame.sequence > former.sequence), "the order");
        }
    });

    await checks.test("another wish replaces it: a grid, fewer frames; and rest ends it", async () => {
        client().say({ ...ask, id: 8, grid: true, interval: 200_000 });
        await until(() => frames().filter(({ id }) => id === 8).length >= 3, "three frames");
        const [one, other, third] = frames().filter(({ id }) => id === 8);
        expect(one.grid.length === 48 && one.grid.every((cell) => Number.isInteger(cell) && cell >= 0 && cell <= 255), `${one.grid}`);
        expect(other.captured - one.captured >= 190_000 && third.captured - other.captured >= 190_000, "they come too often");
        client().say({ event: "rest" });
        await browser.until("!tapfocus.isMeasuring");
        await wait(100);
        const count = frames().length;
        await expectRest();
        expectEqual(frames().length, count, "frames at rest");
    });

    await checks.test("measured again after a rest, and the video has gone on all the time", async () => {
        const count = frames().length;
        client().say({ ...ask, id: 9 });
        await until(() => frames().length >= count + 3, "frames");
        client().say({ event: "rest" });
        const before = await browser.value("picture.currentTime");
        await browser.until(`picture.currentTime > ${before}`);
    });
}

async function settledTests(checks, browser, server, daemon) {
    const { client } = livingPage(browser, server);

    await checks.test("settled() waits for a tap's end; failure is a value; at once when nothing settles", async () => {
        expectEqual(await browser.value("tapfocus.settled()"), null, "nothing settles");
        for (const end of [{ focus: "converged", exposure: "converged" }, { focus: "failed", exposure: "held" }]) {
            const before = client().requests("tap").length;
            await tapAt(browser, { x: 200, y: 100 });
            await until(() => client().requests("tap").length > before, "a tap");
            await browser.value("globalThis.end = 'waiting'; void tapfocus.settled().then((found) => { globalThis.end = found; })");
            const { id } = client().requests("tap").at(-1);
            client().say({ event: "state", state: "autoAndForceLocked", point: { x: 0.3, y: 0.3 }, cause: "tap", rule: "tapped", id });
            await browser.until("tapfocus.state === 'autoAndForceLocked'");
            expectEqual(await browser.value("globalThis.end"), "waiting", "before the end");
            client().say({ event: "settled", ...end, id });
            await browser.until("globalThis.end !== 'waiting'");
            expectEqual(await browser.value("({ focus: end.focus, exposure: end.exposure })"), end, "the end");
        }
    });

    await checks.test("settled() says how the tap ended that is held, also long after; not when nothing is held any more", async () => {
        const held = () => browser.value("tapfocus.settled().then((end) => end?.focus ?? null)");
        expectEqual(await held(), "failed", "after the end");
        client().say({ event: "state", state: "unlockableLocked", point: { x: 0.3, y: 0.3 }, cause: "timer", rule: "still" });
        await browser.until("tapfocus.state === 'unlockableLocked'");
        expectEqual(await held(), "failed", "while it can be unlocked");
        client().say({ event: "state", state: "continuousAuto", point: null, cause: "motion", rule: "moved" });
        await browser.until("tapfocus.state === 'continuousAuto'");
        expectEqual(await held(), null, "in continuous");
    });

    await checks.test("a page that connects in the middle of a search waits for its end, too, and shows that it searches", async () => {
        Object.assign(daemon, { state: { state: "autoAndForceLocked", point: { x: 0.5, y: 0.5 }, cause: "tap", rule: "tapped" }, settling: true });
        const former = client();
        former.drop();
        await until(() => client() !== former && client()?.requests("watch").length > 0, "another connection");
        await browser.until("tapfocus.state === 'autoAndForceLocked'");
        expect(await browser.value(`${part("square")}.classList.contains("searching")`), "the square does not search");
        await browser.value("globalThis.end = 'waiting'; void tapfocus.settled().then((found) => { globalThis.end = found; })");
        // An answer to something else says the same.
        client().say(daemon.status());
        await wait(100);
        expectEqual(await browser.value("globalThis.end"), "waiting", "before the end");
        Object.assign(daemon, { state: { state: "continuousAuto", point: null, cause: "start", rule: "start" }, settling: false });
        client().say({ event: "settled", focus: "converged", exposure: "held" });
        await browser.until("globalThis.end?.focus === 'converged'");
        expect(await browser.value(`!${part("square")}.classList.contains("searching")`), "the square still searches");
    });
}

async function connectionTests(checks, browser, server, daemon) {
    const { open, client } = livingPage(browser, server);

    await checks.test("takePhoto() gives a picture of the camera's size", async () => {
        const photo = await browser.value(`tapfocus.takePhoto().then(async (blob) => {
            const { width, height } = await createImageBitmap(blob);
            return { width, height, type: blob.type.split("/")[0] };
        })`);
        expectEqual(photo, { width: 1280, height: 720, type: "image" }, "the photo");
    });

    await checks.test("a connection that breaks comes back by itself, declares its stream again, and a waiting photo goes on", async () => {
        const before = client().requests("tap").length;
        await tapAt(browser, { x: 200, y: 100 });
        await until(() => client().requests("tap").length > before, "a tap");
        await browser.value("globalThis.end = 'waiting'; void tapfocus.settled().then((found) => { globalThis.end = found; })");
        const former = client();
        await browser.value("told.length = 0");
        server.isRefusing = true;
        former.drop();
        await browser.until("globalThis.end === null && tapfocus.state === null && !tapfocus.isConnected");
        expect(await browser.value(`!${part("square")}.checkVisibility()`), "a square without a daemon");
        const sent = await browser.value("sent.length");
        await tapAt(browser, { x: 200, y: 100 });
        expectEqual(await browser.value("[sent.length, tapfocus.tap({ x: 0.5, y: 0.5 }), tapfocus.compensate(1)]"), [sent, false, false], "without a daemon");
        daemon.holder = null;
        server.isRefusing = false;
        await browser.until("tapfocus.isConnected");
        await until(() => client() !== former && isHeld(client()), "the frames are held again");
        expectEqual(await browser.value("told.filter(({ type, state }) => type === 'state' && state === null).length"), 1, "told once");
    });

    await checks.test("while a connection closes, a page says that it is connected to nothing, and sends nothing", async () => {
        await open({ script: `
            const state = Object.getOwnPropertyDescriptor(WebSocket.prototype, "readyState");
            globalThis.isClosing = false;
            Object.defineProperty(WebSocket.prototype, "readyState", { get() { return isClosing ? WebSocket.CLOSING : state.get.call(this); } });` });
        await until(() => isHeld(client()), "the frames are held");
        expectEqual(await browser.value("tapfocus.compensate(1)"), true, "sent before");
        await until(() => client().requests("compensate").length === 1, "the compensation");
        expectEqual(await browser.value("isClosing = true, tapfocus.compensate(2)"), false, "sent while it closes");
        await wait(200);
        expectEqual(client().requests("compensate").length, 1, "compensations");
        await open();
        await until(() => isHeld(client()), "the frames of the next page are held");
    });
}

async function refusedTests(checks, browser, server, daemon) {
    const { open, client } = livingPage(browser, server);

    await checks.test("a daemon that is not there (close 1013) is tried again, with growing pauses", async () => {
        const heard = server.heard;
        const times = [];
        server.heard = (line, from) => {
            if (line.request !== "watch") return;
            times.push(Date.now());
            from.close(1013, "tapfocus run is not running");
        };
        client().close(1013, "tapfocus run is not running");
        await until(() => times.length >= 4, "four attempts");
        server.heard = heard;
        const pauses = times.slice(1).map((time, index) => time - times[index]);
        expect(pauses[2] > pauses[0] && pauses[0] >= 200, `pauses of ${pauses}`);
        await browser.until("tapfocus.isConnected");
    });
}

async function unheldTests(checks, browser, server, daemon) {
    const { open, client } = livingPage(browser, server);

    await checks.test("the reason why frames are not held ends with the stream that it is about, and the page is told", async () => {
        daemon.holder = { isOpen: true };
        await open();
        await browser.until("tapfocus.frameFailure !== null");
        await browser.value("globalThis.failures = []; tapfocus.addEventListener('frames', ({ detail }) => failures.push(detail.failure))");
        await browser.value("(picture.srcObject = null, true)");
        await browser.until("failures.length > 0");
        expectEqual(await browser.value("[tapfocus.frameFailure, ...failures]"), [null, null], "without a stream");
        daemon.holder = null;
    });

    await checks.test("a page whose frames are not held says so, and does not say that something is locked; it does once they are held", async () => {
        daemon.holder = { isOpen: true };
        await open();
        await browser.until("tapfocus.frameFailure !== null");
        await browser.value("globalThis.failures = []; tapfocus.addEventListener('frames', ({ detail }) => failures.push(detail.failure))");
        client().say({ event: "state", state: "autoAndForceLocked", point: { x: 0.5, y: 0.5 }, cause: "tap", rule: "tapped" });
        client().say({ event: "settled", focus: "converged", exposure: "converged" });
        await browser.until("told.some(({ type }) => type === 'settled')");
        const words = () => browser.value(`[${part("square")}.checkVisibility(), ${part("words")}.hidden, ${part("words")}.textContent, ${part("status")}.textContent]`);
        expectEqual(await words(), [true, true, "", ""], "what it says of what it does not see");
        expect((await browser.value("tapfocus.frameFailure")).includes("another connection"), "why");
        daemon.holder = null;
        await browser.until("tapfocus.frameFailure === null");
        expectEqual(await words(), [true, false, "Locked", "In focus"], "what it says once it sees");
        expectEqual(await browser.value("failures"), [null], "the events");
        client().say({ event: "settled", focus: "failed", exposure: "converged" });
        await browser.until(`${part("words")}.textContent === "Could not focus"`);
    });

    await checks.test("a hold that is refused is told once, and asked for again until it is given", async () => {
        daemon.holder = { isOpen: true };
        await open();
        await until(() => client()?.requests("hold-frames").length >= 2, "it asks again");
        expectEqual(await browser.value("told.filter(({ type }) => type === 'error').length"), 1, "told");
        daemon.holder = null;
        await until(() => daemon.holder === client(), "it holds the frames");
    });

    await checks.test("a stream that ends is told, and a new one is declared", async () => {
        await browser.value("picture.srcObject.getVideoTracks()[0].stop(); picture.srcObject = null");
        await until(() => client().requests("frames-ended").length === 1, "frames-ended");
        const views = client().requests("show-view").length;
        await browser.value(`navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720 } }).then((stream) => { picture.srcObject = stream; })`);
        await until(() => client().requests("hold-frames").at(-1).width === 1280 && client().requests("show-view").length > views, "declared again");
    });
}

export async function lifeTests(checks, browser, server, daemon) {
    server.pages.set("/tapfocus-worker.js", workerCounters + readFileSync(join(server.folder, "tapfocus-worker.js"), "utf8"));
    await measuringTests(checks, browser, server);
    await settledTests(checks, browser, server, daemon);
    await connectionTests(checks, browser, server, daemon);
    await refusedTests(checks, browser, server, daemon);
    await unheldTests(checks, browser, server, daemon);
    server.pages.delete("/tapfocus-worker.js");
    await pageTests(checks, browser, server, daemon);
    await otherWays(checks, browser, server, daemon);
    await closingTests(checks, browser, server, daemon);
}

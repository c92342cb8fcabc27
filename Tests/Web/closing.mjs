// close(): the module lets go of everything, and nothing comes back.
import { expect, expectEqual } from "../Page/check.mjs";
import { ask, isHeld, openPage, openVideo, until, videoBody, videoSize, wait } from "./page.mjs";
import { pageCounters } from "./work.mjs";

/** Everything that is public, after close(). A promise that rejects is told by its error's name. */
const allThatIsPublic = `(async () => {
    const named = (promise) => promise.then(() => "resolved", ({ name }) => name);
    tapfocus.refresh();
    tapfocus.close();
    return {
        members: [tapfocus.state, tapfocus.isConnected, tapfocus.isMeasuring, tapfocus.compensation],
        requests: [tapfocus.tap({ x: 0.5, y: 0.5 }), tapfocus.compensate(1)],
        settled: await tapfocus.settled(), opened: await named(tapfocus.openCamera()), photo: await named(tapfocus.takePhoto()),
    };
})()`;
const answers = { members: [null, false, false, 0], requests: [false, false], settled: null, opened: "AbortError", photo: "resolved" };

/** What tells a module that is not closed that something is new. */
const happen = `{
    for (const type of ["loadedmetadata", "resize", "emptied"]) picture.dispatchEvent(new Event(type));
    for (const type of ["visibilitychange", "scroll", "fullscreenchange"]) document.dispatchEvent(new Event(type));
    dispatchEvent(new Event("resize"));
    picture.style.width = "500px";
}`;

const closedPage = (browser, server) => {
    const open = (more = {}) => openVideo(browser, server, more);
    const overlays = () => browser.value("document.querySelectorAll('.tapfocus').length");

    /** Nothing is drawn, connected, told or under way, also a while after everything that could wake it. */
    const expectNothing = async () => {
        const [told, sent] = await browser.value("[told.length, sent.length]");
        expectEqual(await browser.value(allThatIsPublic), answers, "what is public");
        await browser.value(happen);
        await wait(200);
        const before = await browser.value("pageWork()");
        await wait(1000);
        expectEqual(await browser.value("pageWork()"), { ...before, timers: 0, frames: 0, readers: 0 }, "work");
        expectEqual([await overlays(), server.clients.length], [0, 0], "overlays, connections");
        expectEqual(await browser.value("[told.length, sent.length]"), [told, sent], "events, requests");
    };
    return { open, overlays, expectNothing };
};

async function closedTests(checks, browser, server) {
    const { open, overlays, expectNothing } = closedPage(browser, server);

    await checks.test("after close() nothing comes back, whatever is called or happens: no square, connection, timer, reader or event", async () => {
        await open({ script: pageCounters });
        await until(() => isHeld(server.clients.at(-1)), "the frames are held");
        server.clients.at(-1).say(ask);
        await browser.until("tapfocus.isMeasuring");
        expectEqual(await overlays(), 1, "overlays before");
        await browser.value("tapfocus.tap({ x: 0.5, y: 0.5 }); tapfocus.close()");
        await until(() => server.clients.length === 0, "the connection is closed");
        await expectNothing();
    });

    await checks.test("nor does it after close() while it tries to connect, and takes pictures of the video", async () => {
        await open({ script: `${pageCounters} delete globalThis.MediaStreamTrackProcessor;` });
        await until(() => isHeld(server.clients.at(-1)), "the frames are held");
        server.clients.at(-1).say(ask);
        await until(() => server.clients.at(-1).requests("frame").length > 0, "frames");
        // Of a video that stands still no picture comes any more.
        await browser.value("picture.pause()");
        server.isRefusing = true;
        server.clients.at(-1).drop();
        await browser.until("tapfocus.state === null");
        await browser.value("tapfocus.close()");
        server.isRefusing = false;
        await expectNothing();
    });

    await checks.test("close() in an event's listener, when the connection is lost, is for good, too", async () => {
        await open({ script: pageCounters });
        await until(() => isHeld(server.clients.at(-1)), "the frames are held");
        await browser.value("tapfocus.addEventListener('state', () => tapfocus.close())");
        server.clients.at(-1).drop();
        await browser.until("tapfocus.state === null");
        await expectNothing();
    });
}

async function lettingGoTests(checks, browser, server, daemon) {
    const { open } = closedPage(browser, server);

    for (const moment of ["reserves", "tries again"]) {
        await checks.test(`close() while openCamera() ${moment}: it rejects, and no camera is opened any more`, async () => {
            const isReserving = moment === "reserves";
            daemon.camera = { name: "Webcam", path: "/dev/video0" };
            if (isReserving) daemon.hesitates = () => {};
            await openPage(browser, server, { body: videoBody, size: videoSize, script: `${pageCounters}
                const picture = document.getElementById("picture");
                globalThis.attempts = 0;
                MediaDevices.prototype.getUserMedia = function () {
                    attempts += 1;
                    return Promise.reject(new DOMException("it is busy", "NotReadableError"));
                };` });
            await browser.value(`void (globalThis.opened = "waiting", tapfocus.openCamera().then(() => { opened = "shown"; }, ({ name }) => { opened = name; }))`);
            await browser.until(isReserving ? "sent.some(({ request }) => request === 'hold-frames')" : "attempts > 1");
            const attempts = await browser.value("tapfocus.close(), attempts");
            await browser.until("opened !== 'waiting'");
            await wait(500);
            expectEqual(await browser.value("[opened, attempts, pageWork().timers]"), ["AbortError", attempts, 0], "the answer, the attempts, timers");
            expectEqual(attempts > 0, !isReserving, "attempts");
            Object.assign(daemon, { camera: null, hesitates: null, holder: null });
        });
    }

    await checks.test("close() lets go of a transport that was given", async () => {
        await openPage(browser, server, {
            body: `<canvas id="picture" width="320" height="180"></canvas>`, size: videoSize, awaits: false,
            script: "globalThis.transport = { send() {}, close() {} };", options: "{ transport }",
        });
        await browser.until("globalThis.tapfocus !== undefined");
        await browser.value("transport.onopen(); tapfocus.close()");
        expectEqual(await browser.value("[transport.onopen, transport.online, transport.onclose]"), [null, null, null], "its functions");
    });

    await checks.test("what is closed lets go of the video, its track and the page", async () => {
        await open();
        await until(() => isHeld(server.clients.at(-1)), "the frames are held");
        await browser.value("globalThis.track = picture.srcObject.getVideoTracks()[0]; picture.dispatchEvent(new Event('resize'))");
        const listeners = async (expression) => {
            const { result } = await browser.command("Runtime.evaluate", { expression });
            return (await browser.command("DOMDebugger.getEventListeners", { objectId: result.objectId })).listeners.length;
        };
        const all = async () => [await listeners("picture"), await listeners("track"), await listeners("document"), await listeners("window")];
        const before = await all();
        expectEqual(before[1], 1, "listeners of the track");
        expect(before.every((count) => count > 0), `listeners: ${before}`);
        await browser.value("picture.srcObject = picture.srcObject.clone()");
        await browser.until("picture.readyState >= 2");
        expectEqual(await listeners("track"), 0, "listeners of a track that is not shown any more");
        await browser.value("globalThis.track = picture.srcObject.getVideoTracks()[0]; tapfocus.close()");
        expectEqual(await all(), [0, 0, 0, 0], "listeners after close()");
    });
}

export async function closingTests(checks, browser, server, daemon) {
    await closedTests(checks, browser, server);
    await lettingGoTests(checks, browser, server, daemon);
}

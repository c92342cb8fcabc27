// A camera is opened for a video: reserved first, so that `tapfocus run` lets go of it, and shown at once without a daemon.
import { expect, expectEqual } from "../Page/check.mjs";
import { choosingTests } from "./choosing.mjs";
import { declarationTests } from "./declarations.mjs";
import { openPage, until, wait } from "./page.mjs";
import { photoTests } from "./photo.mjs";

const body = `<video id="picture" autoplay muted playsinline style="width: 640px; height: 360px; display: block"></video>`;
const size = { width: 800, height: 600 };
const label = "HD Webcam (046d:0825)";
const camera = { name: label.slice(0, 9), path: "/dev/video0" };

/**
 * A camera whose label has USB numbers, as Chromium gives them. It is opened when `isFree` says so; otherwise another program has it.
 * Each attempt is noted, with the requests that were sent before it.
 */
const played = `
globalThis.attempts = [];
globalThis.isFree = () => true;
Object.defineProperty(MediaStreamTrack.prototype, "label", { get: () => globalThis.label ?? "${label}" });
const getUserMedia = MediaDevices.prototype.getUserMedia;
MediaDevices.prototype.getUserMedia = function (constraints) {
    attempts.push({ constraints, requests: sent.map(({ request }) => request), time: performance.now() });
    if (!isFree()) return Promise.reject(new DOMException("it is busy", attempts.length === 2 ? "AbortError" : "NotReadableError"));
    return getUserMedia.call(this, constraints);
};`;

/** A page that opens that camera, and what it sends. */
const cameraPage = (browser, server, daemon) => {
    const open = (more = {}) => openPage(browser, server, { body, script: `const picture = document.getElementById("picture");${played}`, size, ...more });
    const client = () => server.clients.at(-1);
    const holds = () => (client()?.requests("hold-frames") ?? []).map(({ camera: name, width }) => [name, width]);
    const call = (constraints = "{ video: { width: 1280, height: 720 } }") => browser.value(`void (globalThis.opened = "waiting", tapfocus.openCamera(${constraints}).then(
        (stream) => { globalThis.opened = stream === picture.srcObject ? "shown" : "elsewhere"; }, ({ name }) => { globalThis.opened = name; }))`);
    /** Views that were shown and streams that were declared, once the stream has been running for a while. */
    const order = async () => {
        await browser.until("picture.readyState === HTMLMediaElement.HAVE_ENOUGH_DATA");
        await wait(300);
        return client().lines.map(({ request, width }) => (width ? "declared" : request)).filter((kind) => /show-view|declared/.test(kind));
    };
    const begin = () => {
        Object.assign(daemon, { camera, holder: null, hesitates: null, knows: (name) => [camera.path, "046d:0825"].includes(name) });
    };

    /** A camera that gives its first frame, a red one, when it is told to; and a browser that has no ImageCapture, as Firefox. */
    const slow = `delete globalThis.ImageCapture;
        const source = document.createElement("canvas");
        Object.assign(source, { width: 64, height: 36 });
        globalThis.showFrame = () => {
            const drawing = source.getContext("2d");
            drawing.fillStyle = "#f00";
            drawing.fillRect(0, 0, 64, 36);
            picture.srcObject.getVideoTracks()[0].requestFrame();
        };
        MediaDevices.prototype.getUserMedia = () => Promise.resolve(source.captureStream(0));
        globalThis.photo = "waiting";
        globalThis.take = () => tapfocus.takePhoto().then(async (blob) => {
            const bitmap = await createImageBitmap(blob);
            const drawing = new OffscreenCanvas(64, 36).getContext("2d");
            drawing.drawImage(bitmap, 0, 0);
            const [red, green] = drawing.getImageData(32, 18, 1, 1).data;
            photo = [bitmap.width, bitmap.height, red > 200 && green < 60];
        }, ({ message }) => { photo = message; });`;
    const openSlow = () => open({ script: `const picture = document.getElementById("picture");${played}${slow}` });
    return { open, client, holds, call, order, begin, openSlow };
};

async function reservationTests(checks, browser, server, daemon) {
    const { open, client, holds, call, order, begin } = cameraPage(browser, server, daemon);

    await checks.test("openCamera() reserves the camera that the daemon has, waits until it is held, and only then opens it; the label's USB numbers declare it", async () => {
        begin();
        await open();
        let answer = null;
        daemon.hesitates = (held) => { answer = held; };
        await call();
        await until(() => answer !== null, "the reservation");
        await wait(300);
        expectEqual(await browser.value("attempts.length"), 0, "attempts before the camera is held");
        daemon.hesitates = null;
        answer();
        await browser.until("opened !== 'waiting'");
        expectEqual(await browser.value("opened"), "shown", "the camera");
        expectEqual(await browser.value("attempts.map(({ constraints }) => constraints)"), [{ video: { resizeMode: "none", width: 1280, height: 720 } }], "attempts");
        await until(() => holds().length === 2, "the declaration");
        expectEqual(holds(), [[camera.path, undefined], ["046d:0825", 1280]], "what is held");
        expectEqual((await order()).slice(-2), ["show-view", "declared"], "a view that is shown after the declaration lets go of a tap between them");
    });

    await checks.test("a stream is declared when it begins, after its view: not while its first frame is awaited", async () => {
        begin();
        await open();
        await until(() => client()?.requests("show-view").length === 1, "the page's own view");
        await browser.value(`{
            const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 360 });
            const pen = canvas.getContext("2d");
            const stream = canvas.captureStream();
            // A camera tells its size before its first frame.
            stream.getVideoTracks()[0].getSettings = () => ({ width: 640, height: 360, frameRate: 30 });
            picture.srcObject = stream;
            globalThis.draw = () => pen.fillRect(0, 0, 640, 360);
        }`);
        const former = client();
        former.drop();
        await until(() => client() !== former && client()?.requests("watch").length === 1, "it connects again");
        // Whatever has been loaded by then, nothing is declared.
        await wait(1000);
        expectEqual([await browser.value("picture.readyState"), holds()], [0, []], "a stream without a frame");
        await browser.value("draw()");
        await until(() => holds().length === 1, "the declaration");
        expectEqual(await order(), ["show-view", "declared"], "the order");
    });
}

async function busyTests(checks, browser, server, daemon) {
    const { open, client, holds, call, begin } = cameraPage(browser, server, daemon);

    await checks.test("while another program lets go of the camera it is tried again; one that stays busy is a NotReadableError, and nothing stays reserved", async () => {
        begin();
        await open();
        await browser.value("isFree = () => attempts.length > 3");
        await call();
        await browser.until("opened !== 'waiting'");
        expectEqual(await browser.value("[opened, attempts.length]"), ["shown", 4], "the fourth attempt");
        const pauses = await browser.value("attempts.slice(1).map(({ time }, index) => time - attempts[index].time)");
        expect(pauses[2] > pauses[0] && pauses[0] >= 90, `pauses of ${pauses}`);
        await open();
        const first = client();
        await browser.value("isFree = () => false");
        await call();
        await browser.until("opened !== 'waiting'");
        expectEqual(await browser.value("[opened, picture.srcObject]"), ["NotReadableError", null], "busy");
        await until(() => !first.isOpen && client() !== first, "another connection");
        await browser.until("tapfocus.isConnected");
        expectEqual(holds(), [], "what is held");
    });

    await checks.test("without a daemon, without its camera, or with one that another page holds, the camera is opened at once", async () => {
        begin();
        for (const change of [() => { daemon.camera = null; }, () => { daemon.holder = { isOpen: true }; }]) {
            begin();
            change();
            await open();
            await call();
            await browser.until("opened === 'shown'");
            expectEqual(await browser.value("attempts.length"), 1, "attempts");
        }
        begin();
        server.isRefusing = true;
        await open({ awaits: false });
        await browser.until("globalThis.tapfocus !== undefined");
        await call();
        await browser.until("opened === 'shown'");
        expectEqual(await browser.value("[attempts.length, sent.length]"), [1, 0], "attempts, requests");
        server.isRefusing = false;
        await browser.until("tapfocus.isConnected");
        await until(() => holds().length > 0, "the declaration");
        expectEqual(holds(), [["046d:0825", 1280]], "declared when the daemon has come");
    });
}

async function otherCameraTests(checks, browser, server, daemon) {
    const { open, client, holds, call, begin } = cameraPage(browser, server, daemon);

    await checks.test("a page that is not secure is told that a browser gives it no camera", async () => {
        begin();
        await open();
        await browser.value(`void Object.defineProperty(navigator, "mediaDevices", { value: undefined, configurable: true })`);
        await call();
        await browser.until("opened !== 'waiting'");
        expectEqual(await browser.value("opened"), "SecurityError", "the error");
        const message = await browser.value("tapfocus.openCamera().catch(({ message }) => message)");
        expect(message.startsWith("A browser gives its camera only to https pages and to localhost."), message);
    });

    await checks.test("a daemon that never answers a reservation does not keep the camera closed", async () => {
        begin();
        daemon.hesitates = () => {};
        await open();
        await call();
        await browser.until("opened === 'shown'");
        daemon.hesitates = null;
    });

    await checks.test("another camera than the daemon's is not held, the daemon's is not kept from it, and the error says where a page names it", async () => {
        begin();
        await open();
        const first = client();
        await browser.value("globalThis.label = 'Other Camera (1234:5678)'");
        await call();
        await until(() => !first.isOpen && client() !== first && holds().length > 0, "another connection");
        expectEqual(holds()[0], ["1234:5678", 1280], "what is asked for");
        await browser.until("told.some(({ type, message }) => type === 'error' && message.includes('has the camera Played (/dev/video0)'))");
        const message = await browser.value("told.find(({ type }) => type === 'error').message");
        expect(message.endsWith('new TapFocus(video, { camera: "/dev/video0" })'), message);
        expectEqual(await browser.value("told.filter(({ type }) => type === 'error').length"), 1, "told");
    });

    await checks.test("two calls at once: one stream after another, and the first one is stopped", async () => {
        begin();
        await open();
        await browser.value("globalThis.streams = []; void Promise.all([1, 2].map(() => tapfocus.openCamera().then((stream) => { streams.push(stream); })))");
        await browser.until("streams.length === 2");
        expectEqual(await browser.value("streams.map((stream) => stream.getVideoTracks()[0].readyState)"), ["ended", "live"], "the streams");
        expect(await browser.value("picture.srcObject === streams[1]"), "the second one is shown");
        const usual = { video: { resizeMode: "none", width: { ideal: 1280 }, height: { ideal: 720 } } };
        expectEqual(await browser.value("attempts.map(({ constraints }) => constraints)"), [usual, usual], "what is asked for by itself");
    });
}

async function streamTests(checks, browser, server, daemon) {
    const { open, client, holds, call, begin } = cameraPage(browser, server, daemon);

    await checks.test("the page's stopped video keeps the reservation, and close() ends it", async () => {
        begin();
        await open();
        await call();
        await until(() => holds().length === 2, "the declaration");
        await browser.value("picture.srcObject.getVideoTracks()[0].stop(); picture.srcObject = null");
        await until(() => client().requests("frames-ended").length === 1, "frames-ended");
        expect(daemon.holder === client() && client().isOpen, "it is reserved");
        const held = client();
        await browser.value("tapfocus.close()");
        await until(() => !held.isOpen, "the end");
    });

    await checks.test("another track with the same settings is measured in place of the first, with the same wish", async () => {
        begin();
        await open();
        await call();
        await until(() => holds().length === 2, "the declaration");
        const frames = () => client().requests("frame").length;
        client().say({ event: "measure", id: 5, focus: [0.4, 0.4, 0.2, 0.2], exposure: [0.3, 0.3, 0.4, 0.4], grid: false, interval: 0 });
        await until(() => frames() >= 3, "frames");
        await browser.value(`{
            const before = picture.srcObject;
            picture.srcObject = before.clone();
            before.getVideoTracks()[0].stop();
        }`);
        // Those of the first track may still be on their way.
        await wait(500);
        const count = frames();
        await until(() => frames() >= count + 5, "frames of the second track");
        expectEqual(holds().length, 2, "declarations");
        expect(client().requests("frame").every(({ id }) => id === 5), "the wish");
    });

    await checks.test("a canvas has no camera: openCamera() says so", async () => {
        begin();
        await open({ body: `<canvas id="picture" width="32" height="18"></canvas>` });
        await call();
        await browser.until("opened !== 'waiting'");
        expectEqual(await browser.value("opened"), "TypeError", "the answer");
    });
}

async function firstFrameTests(checks, browser, server, daemon) {
    const { call, begin, openSlow } = cameraPage(browser, server, daemon);

    await checks.test("takePhoto() right after openCamera(), and while that is under way, waits for the first frame", async () => {
        begin();
        for (const call of ["tapfocus.openCamera().then(take)", "tapfocus.openCamera(), take()"]) {
            await openSlow();
            await browser.value(`void (${call})`);
            await browser.until("picture.srcObject !== null");
            await wait(200);
            expectEqual(await browser.value("photo"), "waiting", call);
            await browser.value("showFrame()");
            await browser.until("photo !== 'waiting'");
            expectEqual(await browser.value("photo"), [64, 36, true], call);
        }
    });

    await checks.test("takePhoto() rejects when the camera gives no frame, and at once when none is open", async () => {
        begin();
        await openSlow();
        await browser.value("void take()");
        await browser.until("photo !== 'waiting'");
        expectEqual(await browser.value("photo"), "no camera is open", "without a camera");
        await browser.value("photo = 'waiting'; void tapfocus.openCamera().then(take)");
        await browser.until("photo !== 'waiting'");
        expectEqual(await browser.value("photo"), "the camera has given no frame for 3 s", "without a frame");
    });
}

export async function cameraTests(checks, browser, server, daemon) {
    const page = cameraPage(browser, server, daemon);
    const { open, begin } = page;
    await reservationTests(checks, browser, server, daemon);
    await busyTests(checks, browser, server, daemon);
    await otherCameraTests(checks, browser, server, daemon);
    await choosingTests(checks, browser, page, daemon);
    await streamTests(checks, browser, server, daemon);
    await firstFrameTests(checks, browser, server, daemon);
    begin();
    await open();
    await declarationTests(checks, browser, server);
    Object.assign(daemon, { camera: null, holder: null, knows: () => true });
    await photoTests(checks, browser, server);
}

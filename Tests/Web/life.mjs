// The life of a page's connection and hold: frames only while asked, reconnection, visibility, pages beside each other.
import { expect, expectEqual } from "../Page/check.mjs";
import { openPage, part, tapAt, until, wait } from "./page.mjs";

const body = `<video id="picture" autoplay muted playsinline style="width: 640px; height: 360px; display: block"></video>`;
const camera = (extra = "") => `
${extra}
const picture = document.getElementById("picture");
picture.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720, resizeMode: "none" } });
await picture.play();`;
const size = { width: 800, height: 600 };
const ask = { event: "measure", id: 7, focus: [0.4, 0.4, 0.2, 0.2], exposure: [0.3, 0.3, 0.4, 0.4], grid: false, interval: 0 };
const isHeld = (client) => client?.requests("hold-frames").at(-1)?.width === 1280;

/** Counts what a page does when it should do nothing. */
const counters = `
globalThis.work = { timers: 0, frames: 0, messages: 0 };
for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
    const real = globalThis[name];
    globalThis[name] = (...values) => { work.timers += 1; return real(...values); };
}
const callback = HTMLVideoElement.prototype.requestVideoFrameCallback;
HTMLVideoElement.prototype.requestVideoFrameCallback = function (body) { work.frames += 1; return callback.call(this, body); };`;

export async function lifeTests(checks, browser, server, daemon) {
    const open = (more = {}) => openPage(browser, server, { body, script: camera(more.script), options: more.options ?? "{ camera: 'Simulated Camera' }", size, ...more.page });
    const client = () => server.clients.at(-1);
    const frames = () => client().requests("frame");

    await checks.test("a page declares its stream, and shows the view", async () => {
        await open({ script: counters });
        await until(() => isHeld(client()), "the frames are held");
        const { arrived: _, ...hold } = client().requests("hold-frames").at(-1);
        expectEqual(hold, { request: "hold-frames", camera: "Simulated Camera", width: 1280, height: 720, interval: 33333, stamp: "received",
            delay: 43333, measure: 2, taps: true }, "the declaration");
        await until(() => client().requests("show-view").length === 1, "show-view");
        expectEqual(client().lines[0].request, "watch", "the first request");
    });

    await checks.test("without being asked it measures nothing: no reader, no timer, no callback", async () => {
        await wait(300);
        await browser.value("Object.assign(work, { timers: 0, frames: 0 })");
        await wait(1000);
        expectEqual(await browser.value("work"), { timers: 0, frames: 0, messages: 0 }, "work at rest");
        expectEqual([frames().length, await browser.value("tapfocus.isMeasuring")], [0, false], "frames");
    });

    await checks.test("asked, it measures every frame, with the camera's times and growing numbers", async () => {
        client().say(ask);
        await until(() => frames().length >= 12, "twelve frames");
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
        await browser.value("Object.assign(work, { timers: 0, frames: 0 })");
        await wait(500);
        expectEqual([frames().length, await browser.value("work.timers")], [count, 0], "frames and timers at rest");
    });

    await checks.test("measured again after a rest, and the video has gone on all the time", async () => {
        const count = frames().length;
        client().say({ ...ask, id: 9 });
        await until(() => frames().length >= count + 3, "frames");
        client().say({ event: "rest" });
        const before = await browser.value("picture.currentTime");
        await browser.until(`picture.currentTime > ${before}`);
    });

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

    await pageTests(checks, browser, server, daemon, open);
    await otherWays(checks, browser, server, daemon, open);
}

/** Pages beside each other. */
async function pageTests(checks, browser, server, daemon, open) {
    await checks.test("a hidden page lets go of the frames, the page before it takes them, and back", async () => {
        await open();
        const [first] = server.clients.slice(-1);
        await until(() => daemon.holder === first, "the first page holds the frames");
        const { targetId } = await browser.command("Target.createTarget", { url: `${server.address}/test.html` }, null);
        await browser.until("document.visibilityState === 'hidden'");
        await until(() => !first.isOpen && daemon.holder !== first && isHeld(daemon.holder), "the second page holds the frames");
        const second = daemon.holder;
        await browser.command("Target.closeTarget", { targetId }, null);
        await browser.until("document.visibilityState === 'visible' && tapfocus.isConnected");
        await until(() => !second.isOpen && isHeld(daemon.holder), "the first page holds them again");
        await until(() => daemon.holder.requests("show-view").length === 1, "it shows its view");
    });

    await checks.test("of two visible pages the second waits, works otherwise, and gets the frames when the first goes", async () => {
        const first = daemon.holder;
        const { targetId } = await browser.command("Target.createTarget", { url: `${server.address}/test.html`, newWindow: true }, null);
        await until(() => server.clients.length === 2 && server.clients[1].requests("hold-frames").length >= 1, "the second page asks");
        const second = server.clients[1];
        expect(first.isOpen && daemon.holder === first, "the first page still holds");
        await browser.go("about:blank");
        await until(() => daemon.holder === second, "the second page holds the frames");
        await browser.command("Target.closeTarget", { targetId }, null);
    });
}

/** Other browsers, other origins, other transports. */
async function otherWays(checks, browser, server, daemon, open) {
    await checks.test("without MediaStreamTrackProcessor pictures of the video are measured, ten a second at most", async () => {
        await open({ script: "delete globalThis.MediaStreamTrackProcessor;" });
        await until(() => isHeld(server.clients.at(-1)), "the frames are held");
        const client = server.clients.at(-1);
        expect(client.requests("hold-frames").at(-1).delay > 100_000, "a longer delay");
        client.say(ask);
        await until(() => client.requests("frame").length >= 5, "five frames");
        const frames = client.requests("frame");
        expect(frames.every(({ captured, arrived }) => Math.abs(arrived / 1000 - captured) < 1_000_000), "the times");
        expect(frames.every(({ captured }, index) => index === 0 || captured - frames[index - 1].captured > 90_000), "too many");
        // The chequered scene is as sharp by this way, but for its colours.
        expect(frames.every(({ sharpness, mean }) => sharpness[0] > 0 && mean > 0.2 && mean < 0.9), JSON.stringify(frames[0]));
    });

    await checks.test("a page of another origin loads the module and its worker, and measures", async () => {
        const elsewhere = server.address.replace("localhost", "127.0.0.1");
        server.pages.set("/elsewhere.html", `<!doctype html><link rel="icon" href="data:,">${body}<script type="module">
            import { TapFocus } from "${server.address}/tapfocus.js";
            ${camera()}
            globalThis.tapfocus = new TapFocus(picture, { camera: "Simulated Camera" });
        </script>`);
        await browser.go(`${elsewhere}/elsewhere.html`, size);
        await browser.until("globalThis.tapfocus?.isConnected === true");
        await until(() => isHeld(server.clients.at(-1)), "the frames are held");
        const client = server.clients.at(-1);
        expectEqual(client.origin, elsewhere, "the origin");
        client.say(ask);
        await until(() => client.requests("frame").length >= 3, "frames");
        expectEqual(browser.complaints, [], "complaints");
    });

    await checks.test("with taps 'touchscreen' the page sends no taps, but tells its view whenever that changes", async () => {
        await open({ options: "{ taps: 'touchscreen' }" });
        const client = server.clients.at(-1);
        await until(() => isHeld(client) && client.requests("view").length > 0, "a view");
        expectEqual(client.requests("hold-frames").at(-1).taps, false, "taps");
        const last = () => (({ request, arrived, ...view }) => view)(client.requests("view").at(-1));
        expectEqual(last(), { x: 0, y: 0, width: 640, height: 360, screen: [800, 600], videoGravity: "fit", rotation: 0, mirrored: false }, "the view");
        await tapAt(browser, { x: 300, y: 100 });
        const change = async (style, view) => {
            const before = client.requests("view").length;
            await browser.value(`Object.assign(picture.style, ${JSON.stringify(style)})`);
            await until(() => client.requests("view").length > before, `a view after ${JSON.stringify(style)}`);
            const { x, y, width, height, ...rest } = view;
            expectEqual(last(), { x, y, width, height, screen: [800, 600], ...rest }, JSON.stringify(style));
        };
        await change({ width: "400px", objectFit: "cover" }, { x: 0, y: 0, width: 400, height: 360, videoGravity: "fill", rotation: 0, mirrored: false });
        await change({ height: "400px", transform: "rotate(90deg)" }, { x: 0, y: 0, width: 400, height: 400, videoGravity: "fill", rotation: 90, mirrored: false });
        await change({ height: "300px", transform: "scaleX(-1)" }, { x: 0, y: 0, width: 400, height: 300, videoGravity: "fill", rotation: 0, mirrored: true });
        expectEqual(client.requests("tap").length, 0, "taps");
    });

    await checks.test("a transport of one's own stands in for the WebSocket, and a canvas asks for no frames", async () => {
        await openPage(browser, server, {
            body: `<canvas id="picture" width="320" height="180"></canvas>`, size, awaits: false,
            script: `globalThis.lines = [];
                globalThis.transport = { send: (line) => lines.push(JSON.parse(line)), close: () => lines.push("close") };`,
            options: "{ transport }",
        });
        await browser.until("globalThis.tapfocus !== undefined");
        const count = server.clients.length;
        await browser.value(`transport.onopen(); transport.online('{"event":"status","state":"continuousAuto","point":null,"compensation":0}')`);
        await browser.until("tapfocus.isConnected");
        await browser.value("tapfocus.tap({ x: 0.2, y: 0.4 })");
        expectEqual(await browser.value("lines.map(({ request }) => request)"), ["watch", "show-view", "tap"], "the lines");
        expectEqual(server.clients.length, count, "connections");
        await browser.value("tapfocus.close()");
        expectEqual(await browser.value("[lines.at(-1), document.querySelector('.tapfocus')]"), ["close", null], "the end");
    });

    await checks.test("lines that lie do no harm: no JSON, other types, huge numbers, an unknown event", async () => {
        await open();
        const client = server.clients.at(-1);
        await until(() => isHeld(client), "the frames are held");
        for (const event of [
            { event: 7 }, { event: "measure", id: {}, focus: "all" }, { event: "measure", id: 1, focus: [1e308, -1e308, NaN, 4] }, { event: "state", state: "autoAndForceLocked", point: null },
            { event: "settled" }, { event: "compensation", ev: "bright" }, { event: "new-in-version-9", list: [] }, { event: "status" },
        ]) client.say(event);
        await wait(200);
        client.say({ event: "rest" });
        client.say({ ...ask, id: 30 });
        await until(() => client.requests("frame").some(({ id }) => id === 30), "frames after that");
        expectEqual(browser.complaints, [], "complaints");
    });
}

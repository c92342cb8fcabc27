// Other browsers, other origins, other transports, and lines that lie.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectEqual } from "../Page/check.mjs";
import { ask, cameraScript, isHeld, openPage, openVideo, tapAt, until, videoBody, videoSize, wait } from "./page.mjs";
import { pageCounters, workerCounters, workOf } from "./work.mjs";

const otherPage = (browser, server) => {
    const open = (more = {}) => openVideo(browser, server, more);
    const size = videoSize;

    const worker = (before) => `{ ${before} }` + readFileSync(join(server.folder, "tapfocus-worker.js"), "utf8");
    const errors = () => browser.value("told.filter(({ type }) => type === 'error').map(({ message }) => message)");
    const holds = (client) => client.requests("hold-frames").map(({ width }) => width ?? "reserved");
    return { open, size, worker, errors, holds };
};

async function measureTests(checks, browser, server) {
    const { open, worker } = otherPage(browser, server);

    await checks.test("without MediaStreamTrackProcessor pictures of the video are measured, ten a second at most", async () => {
        server.pages.set("/tapfocus-worker.js", workerCounters + readFileSync(join(server.folder, "tapfocus-worker.js"), "utf8"));
        await open({ script: `${pageCounters} delete globalThis.MediaStreamTrackProcessor;` });
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
        const { timers, frames: callbacks } = await workOf(browser);
        expect(timers + callbacks > 0, "nothing is counted while it measures");
        client.say({ event: "rest" });
        await browser.until("!tapfocus.isMeasuring");
        await wait(300);
        const before = await workOf(browser);
        await wait(1000);
        expectEqual(await workOf(browser), { ...before, timers: 0, frames: 0, readers: 0 }, "work at rest");
        server.pages.delete("/tapfocus-worker.js");
    });

    await checks.test("the version of the measure that is declared is that of the WebAssembly", async () => {
        server.pages.set("/tapfocus-worker.js", worker(`const instantiate = WebAssembly.instantiate;
            WebAssembly.instantiate = async (...values) => {
                const { instance } = await instantiate(...values);
                return { instance: { exports: { ...instance.exports, measure_version: () => 41 } } };
            };`));
        await open();
        await until(() => isHeld(server.clients.at(-1)), "the declaration");
        expectEqual(server.clients.at(-1).requests("hold-frames").map(({ measure }) => measure), [41], "the versions");
        server.pages.delete("/tapfocus-worker.js");
    });
}

async function workerTests(checks, browser, server, daemon) {
    const { open, errors, holds } = otherPage(browser, server);

    await checks.test("a worker that cannot be loaded is told once, the camera is reserved, and another stream tries it again", async () => {
        server.pages.set("/tapfocus-worker.js", "this is no script");
        await open();
        const client = server.clients.at(-1);
        await until(() => holds(client).length > 0, "a reservation");
        client.say(ask);
        await wait(300);
        expectEqual((await errors()).map((message) => message.includes("cannot be loaded")), [true], "told");
        expectEqual(await browser.value("tapfocus.frameFailure"), (await errors())[0], "why it does not measure");
        expect(client.isOpen && daemon.holder === client, "it is reserved");
        server.pages.delete("/tapfocus-worker.js");
        await browser.value("picture.srcObject = picture.srcObject.clone()");
        await until(() => isHeld(client), "the declaration");
        expectEqual(holds(client), ["reserved", 1280], "what is held");
        client.say({ ...ask, id: 12 });
        await until(() => client.requests("frame").some(({ id }) => id === 12), "frames");
        await browser.until("tapfocus.frameFailure === null");
    });

    await checks.test("a worker that the browser forbids at once is told, and the page works on", async () => {
        await open({ script: "globalThis.Worker = class { constructor() { throw new DOMException('forbidden', 'SecurityError'); } };" });
        const client = server.clients.at(-1);
        await until(() => holds(client).length > 0, "a reservation");
        await browser.value("tapfocus.openCamera().then((stream) => { globalThis.opened = stream; }), undefined");
        await browser.until("picture.srcObject === globalThis.opened");
        expectEqual([(await errors()).map((message) => message.includes("worker-src")), browser.complaints], [[true], []], "told, complaints");
    });

    /** A module of another version, which lacks what is called. */
    const emptyModule = Buffer.from([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
    for (const [name, content] of [["no module", "this is no module"], ["a module without the functions", emptyModule]]) {
        await checks.test(`a measure that cannot be used is tried again after a while: ${name}`, async () => {
            server.pages.set("/measure.wasm", content);
            await open();
            const client = server.clients.at(-1);
            await until(() => holds(client).length > 0, "a reservation");
            await browser.until("told.some(({ type }) => type === 'error')");
            server.pages.delete("/measure.wasm");
            await browser.until("sent.some(({ width }) => width === 1280)");
            client.say({ ...ask, id: 13 });
            await until(() => client.requests("frame").some(({ id }) => id === 13), "frames");
            expectEqual((await errors()).length, 1, "told");
        });
    }
}

async function originTests(checks, browser, server, daemon) {
    const { open, size, worker, errors, holds } = otherPage(browser, server);

    await checks.test("frames that cannot be measured are told once, and the camera stays reserved", async () => {
        server.pages.set("/tapfocus-worker.js", worker(`const copyTo = VideoFrame.prototype.copyTo;
            let count = 0;
            VideoFrame.prototype.copyTo = function (...values) {
                count += 1;
                return count > 2 ? copyTo.apply(this, values) : Promise.reject(new Error("no memory"));
            };`));
        await open();
        const client = server.clients.at(-1);
        for (const [ends, holdings] of [[1, [1280, 1280]], [2, [1280, 1280, 1280]]]) {
            await until(() => isHeld(client), "the declaration");
            client.say(ask);
            await until(() => client.requests("frames-ended").length === ends, "frames-ended");
            expect(client.isOpen && daemon.holder === client, "it is reserved");
            await browser.value("picture.srcObject = picture.srcObject.clone()");
            await until(() => holds(client).length === holdings.length, "declared again");
        }
        expectEqual(await errors(), ["frames cannot be measured: no memory"], "told");
        client.say({ ...ask, id: 14 });
        await until(() => client.requests("frame").some(({ id }) => id === 14), "frames");
        server.pages.delete("/tapfocus-worker.js");
    });

    await checks.test("a page of another origin loads the module and its worker, and measures", async () => {
        const elsewhere = server.address.replace("localhost", "127.0.0.1");
        server.pages.set("/elsewhere.html", `<!doctype html><link rel="icon" href="data:,">${videoBody}<script type="module">
            globalThis.addresses = new Set();
            const [create, revoke] = [URL.createObjectURL, URL.revokeObjectURL];
            URL.createObjectURL = (blob) => { const address = create(blob); addresses.add(address); return address; };
            URL.revokeObjectURL = (address) => { addresses.delete(address); revoke(address); };
            import { TapFocus } from "${server.address}/tapfocus.js";
            ${cameraScript()}
            globalThis.tapfocus = new TapFocus(picture, { camera: "Simulated Camera" });
        </script>`);
        await browser.go(`${elsewhere}/elsewhere.html`, size);
        await browser.until("globalThis.tapfocus?.isConnected === true");
        await until(() => isHeld(server.clients.at(-1)), "the frames are held");
        const client = server.clients.at(-1);
        expectEqual(client.origin, elsewhere, "the origin");
        client.say(ask);
        await until(() => client.requests("frame").length >= 3, "frames");
        expectEqual(await browser.value("addresses.size"), 0, "addresses of blobs that are left");
        expectEqual(browser.complaints, [], "complaints");
    });
}

async function transportTests(checks, browser, server) {
    const { open, size } = otherPage(browser, server);

    await checks.test("with taps 'touchscreen' the page sends no taps, but tells its view whenever that changes", async () => {
        await open({ options: "{ taps: 'touchscreen' }" });
        const client = server.clients.at(-1);
        await until(() => isHeld(client) && client.requests("view").length > 0, "a view");
        expectEqual(client.requests("send-taps").length, 0, "it says that it sends taps");
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
        expectEqual(await browser.value("lines.map(({ request }) => request)"), ["watch", "send-taps", "show-view", "tap"], "the lines");
        expectEqual(server.clients.length, count, "connections");
        await browser.value("tapfocus.close()");
        expectEqual(await browser.value("[lines.at(-1), document.querySelector('.tapfocus')]"), ["close", null], "the end");
    });
}

async function lyingTests(checks, browser, server) {
    const { open } = otherPage(browser, server);

    await checks.test("lines that lie do no harm: no JSON, other types, an unknown event, points and regions beside the picture, huge numbers", async () => {
        await open();
        const client = server.clients.at(-1);
        await until(() => isHeld(client), "the frames are held");
        const regions = [[1e308, -1e308, 1e308, 4], [-1, 0, 1, 1], [0, 0, 2, 1], [0, 0, 1], "all"];
        for (const event of [
            { event: 7 }, { event: "measure", id: {}, focus: regions[0] }, { event: "state", state: "autoAndForceLocked", point: null },
            { event: "state", state: "autoAndForceLocked", point: { x: 1e308, y: 0.5 } }, { event: "state", state: 9e99 }, { event: "state" },
            { event: "settled" }, { event: "new-in-version-9", list: [] }, { event: "status" }, { event: "status", state: {}, camera: 4, settling: 1 },
            { event: "device", device: "camera", change: "arrived", path: {} }, { event: "compensation", time: 1e308, ev: 0 },
            ...regions.map((region) => ({ event: "measure", id: 3, focus: region, exposure: region, grid: true, interval: 0 })),
            { ...ask, id: 1e300 }, { ...ask, id: 4, interval: 1e300 }, ...["bright", 1e308, -5].map((ev) => ({ event: "compensation", ev })),
        ]) client.say(event);
        // These are numbers for JSON.parse, and beyond all numbers of JavaScript.
        for (const line of ["", "nonsense", "[]", "null", '{"event":"measure","id":5,"focus":[1e999,0,1,1],"interval":1e999}',
            '{"event":"compensation","ev":1e999}', '{"event":"settled","time":1e999}']) client.sayLine(line);
        await wait(300);
        expectEqual([client.requests("frame").length, client.requests("frames-ended").length], [0, 0], "what it measured, and gave up");
        expectEqual(await browser.value("[tapfocus.compensation, told.filter(({ type }) => type === 'error').length]"), [0, 0], "the compensation, errors");
        client.say({ event: "rest" });
        client.say({ ...ask, id: 30 });
        await until(() => client.requests("frame").filter(({ id }) => id === 30).length > 5, "frames after that");
        const ages = client.requests("frame").map(({ captured, arrived }) => arrived / 1000 - captured);
        expect(ages.every((age) => age > 0 && age < 1_000_000), `their ages: ${ages} µs`);
        expectEqual(browser.complaints, [], "complaints");
    });
}

async function refusalTests(checks, browser, server) {
    const { open, errors } = otherPage(browser, server);

    await checks.test("a connection that is refused is told once, without the token, as long as it goes on; and once more the next time", async () => {
        const refusals = async (count) => {
            server.refusals = 0;
            server.isRefusing = true;
            server.clients.at(-1)?.drop();
            await until(() => server.refusals >= count, "attempts");
        };
        await browser.go("about:blank");
        await refusals(0);
        await open({ options: "{ camera: 'Simulated Camera', token: 'a-secret-word' }", page: { awaits: false } });
        await refusals(4);
        const [message, ...more] = await errors();
        expectEqual(more, [], "more errors");
        for (const words of [`${server.address.replace("http", "ws")}/socket,`, "start tapfocus-web", "--token-file"]) {
            expect(message.includes(words), `"${words}" is not in ${message}`);
        }
        expect(!message.includes("a-secret-word") && !message.includes("--allow-origin"), message);
        server.isRefusing = false;
        await browser.until("tapfocus.isConnected");
        await refusals(2);
        await browser.until("told.filter(({ type }) => type === 'error').length === 2");
        server.isRefusing = false;
        await browser.until("tapfocus.isConnected");
    });

    await checks.test("a single attempt that fails, as while tapfocus-web is started anew, is no error", async () => {
        await open();
        server.refusals = 0;
        server.isRefusing = true;
        server.clients.at(-1).drop();
        await until(() => server.refusals === 1, "an attempt");
        server.isRefusing = false;
        await browser.until("tapfocus.isConnected");
        expectEqual(await browser.value("told.filter(({ type }) => type === 'error')"), [], "errors");
    });
}

export async function otherWays(checks, browser, server, daemon) {
    await measureTests(checks, browser, server);
    await workerTests(checks, browser, server, daemon);
    await originTests(checks, browser, server, daemon);
    await transportTests(checks, browser, server);
    await lyingTests(checks, browser, server);
    await refusalTests(checks, browser, server);
}

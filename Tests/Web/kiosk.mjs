// The kiosk page, with a camera from a file and a played daemon. Its pictures are kept as build output, to be looked at.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectEqual } from "../Page/check.mjs";
import { expectInSight } from "./layout.mjs";
import { part, tapAt, until, wait } from "./page.mjs";

const screens = [
    { name: "upright", size: { width: 1080, height: 1920, isDark: true } },
    { name: "wide", size: { width: 1280, height: 800, isDark: true } },
    { name: "wide-light", size: { width: 1280, height: 800 } },
    { name: "phone", size: { width: 390, height: 844, isPhone: true, isDark: true } },
];

/** A search as `tapfocus run` tells it: lens positions are written, and the page measures. */
async function playSearch(client, daemon, tap) {
    const lock = { state: "autoAndForceLocked", point: { x: tap.x, y: tap.y }, cause: "tap", rule: "tapped", id: tap.id };
    daemon.state = lock;
    client.say({ event: "state", ...lock });
    client.say({ event: "measure", id: 1, focus: [0.4, 0.4, 0.2, 0.2], exposure: [0.4, 0.4, 0.2, 0.2], grid: false, interval: 0 });
    for (let position = 0; position <= 250; position += 25) {
        client.say({ event: "write", control: 0x009a090a, name: "Focus, Absolute", value: position, result: "ok" });
        const before = client.requests("frame").length;
        await until(() => client.requests("frame").length > before + 3, "frames come");
    }
    client.say({ event: "searched", outcome: "found", start: 0, position: 100, evaluations: 11, frames: 34, sharpness: 1, lowest: 0.1 });
    client.say({ event: "exposed", outcome: "converged", exposureTime: 166, gain: 32, mean: 0.45, target: 0.46, frames: 7 });
    client.say({ event: "rest" });
    client.say({ event: "settled", focus: "converged", exposure: "converged", focusLevel: "software", exposureLevel: "software", verified: [], id: tap.id });
}

export async function kioskTests(checks, browser, server, daemon) {
    const shots = join(process.cwd(), ".build/web-shots");
    mkdirSync(shots, { recursive: true });
    const keep = async (name) => writeFileSync(join(shots, `${name}.png`), await browser.picture());

    for (const { name, size } of screens) {
        await checks.test(`kiosk page, ${name}: picture, tap, search, panel, photo, all in sight, and no complaint`, async () => {
            daemon.state = { state: "continuousAuto", point: null, cause: "start", rule: "start" };
            await browser.go(`${server.address}/?token=abc`, size);
            await browser.until("globalThis.tapfocus?.isConnected === true && picture.videoWidth > 0");
            await until(() => server.clients.at(-1)?.requests("hold-frames").at(-1)?.width === 1280, "the page holds the frames");
            const client = server.clients.at(-1);
            expect(client.url.includes("token=abc"), `${client.url} has no token`);
            await wait(300);
            await keep(`${name}-1-live`);
            await expectInSight(browser, "live");
            await tapAt(browser, { x: size.width * 0.42, y: size.height * 0.4 });
            await until(() => client.requests("tap").length === 1, "the tap is sent");
            await browser.value("document.getElementById('details').click()");
            await playSearch(client, daemon, client.requests("tap")[0]);
            await browser.until("document.querySelectorAll('#curve circle').length === 11");
            await wait(600);
            await keep(`${name}-2-panel`);
            await expectInSight(browser, "with the panel");
            await browser.value("document.getElementById('details').click()");
            await browser.value("document.getElementById('shutter').click()");
            await browser.until("document.getElementById('photo').open && document.querySelector('#photo img').naturalWidth > 0");
            await wait(300);
            await keep(`${name}-3-photo`);
            await expectInSight(browser, "with the photo");
            expectEqual(await browser.value("document.getElementById('verdict').textContent"), "", "the verdict about a sharp photo");
            expectEqual(browser.complaints, [], "the browser complained");
        });
    }

    await checks.test("everything that can be pressed has a name and is at least 44 px tall", async () => {
        const bad = await browser.value(`[...document.querySelectorAll("button, select, a[href], [role=slider]")].filter((item) => {
            const { height } = item.getBoundingClientRect();
            const name = item.getAttribute("aria-label") ?? item.textContent.trim();
            return item.checkVisibility() && (height < 44 || name === "");
        }).map((item) => item.outerHTML.slice(0, 80))`);
        expectEqual(bad, [], "too small or without a name");
    });

    /** Opens the page on a small screen, and taps. */
    const openAndTap = async () => {
        daemon.holder = null;
        await browser.go(`${server.address}/`, { width: 1280, height: 800 });
        await browser.until("globalThis.tapfocus?.isConnected === true && picture.videoWidth > 0");
        const client = server.clients.at(-1);
        await tapAt(browser, { x: 500, y: 300 });
        await until(() => client.requests("tap").length === 1, "the tap is sent");
        const { x, y, id } = client.requests("tap")[0];
        return { client, id, lock: { event: "state", state: "autoAndForceLocked", point: { x, y }, cause: "tap", rule: "tapped", id } };
    };
    await checks.test("the curve in the panel stays what the search has found, whatever is measured after it", async () => {
        const { client } = await openAndTap();
        // Before it holds the frames, it measures none.
        await until(() => client.requests("hold-frames").at(-1)?.width === 1280, "the page holds the frames");
        await browser.value("document.getElementById('details').click()");
        await playSearch(client, daemon, client.requests("tap")[0]);
        await browser.until("document.querySelectorAll('#curve circle').length === 11");
        const curve = () => browser.value("document.getElementById('curve').innerHTML");
        await browser.frame();
        const found = await curve();
        // A watch of the scene, with the lens where another program has put it.
        client.say({ event: "write", control: 0x009a090a, name: "Focus, Absolute", value: 400, result: "ok" });
        client.say({ event: "measure", id: 2, focus: [0, 0, 1, 1], exposure: [0, 0, 1, 1], grid: true, interval: 0 });
        const before = client.requests("frame").length;
        await until(() => client.requests("frame").length > before + 5, "frames come");
        await browser.frame();
        expectEqual(await curve(), found, "the curve");
        client.say({ event: "rest" });
    });

    const photograph = async () => {
        await browser.value("document.getElementById('shutter').click()");
        await browser.until("document.getElementById('photo').open && document.querySelector('#photo img').naturalWidth > 0");
        const verdict = await browser.value("document.getElementById('verdict').textContent");
        return verdict;
    };

    await checks.test("a photo that may not be sharp says so: during the search, long after it, not when nothing is held any more", async () => {
        const { client, id, lock } = await openAndTap();
        client.say(lock);
        await browser.until("tapfocus.state === 'autoAndForceLocked'");
        await browser.value("document.getElementById('shutter').click()");
        await wait(300);
        expect(await browser.value("!document.getElementById('photo').open"), "the photo did not wait");
        client.say({ event: "settled", focus: "failed", exposure: "converged", id });
        await browser.until("document.getElementById('photo').open");
        expect((await browser.value("document.getElementById('verdict').textContent")).includes("may not be sharp"), "during the search");
        await expectInSight(browser, "with a verdict");
        await browser.value("document.querySelector('#photo button').click()");
        await wait(300);
        expect((await photograph()).includes("may not be sharp"), "after the search");
        await browser.value("document.querySelector('#photo button').click()");
        client.say({ event: "state", state: "continuousAuto", point: null, cause: "motion", rule: "moved" });
        await browser.until("tapfocus.state === 'continuousAuto'");
        expectEqual(await photograph(), "", "in continuous");
    });

    await checks.test("the panel tells each error once: the daemon's, and a hold that is refused again and again", async () => {
        daemon.holder = { isOpen: true };
        await browser.go(`${server.address}/`, { width: 1280, height: 800 });
        await browser.until("globalThis.tapfocus?.isConnected === true && picture.videoWidth > 0");
        await until(() => server.clients.at(-1).requests("hold-frames").length >= 2, "it is refused twice");
        server.clients.at(-1).say({ event: "error", message: "the accelerometer is gone" });
        const rows = () => browser.value("[...document.querySelectorAll('#events li[data-kind=error] span')].map(({ textContent }) => textContent)");
        await browser.until("document.getElementById('events').textContent.includes('accelerometer')");
        await wait(100);
        expectEqual((await rows()).sort(), ["the accelerometer is gone", "the frames are held by another connection"], "the rows");
        daemon.holder = null;
    });

    await checks.test("the kiosk page reserves the camera before it opens it, and gets one that is busy at first", async () => {
        Object.assign(daemon, { holder: null, camera: { name: "Webcam", path: "/dev/video7" } });
        let answer = null;
        daemon.hesitates = (held) => { answer = held; };
        const { identifier } = await browser.command("Page.addScriptToEvaluateOnNewDocument", { source: `
            globalThis.attempts = 0;
            const open = MediaDevices.prototype.getUserMedia;
            MediaDevices.prototype.getUserMedia = function (constraints) {
                attempts += 1;
                return attempts === 1 ? Promise.reject(new DOMException("Could not start video source", "NotReadableError")) : open.call(this, constraints);
            };` });
        await browser.go(`${server.address}/`, { width: 1280, height: 800 });
        await until(() => answer !== null, "the reservation");
        expectEqual(server.clients.at(-1).requests("hold-frames").map(({ camera, width }) => [camera, width]), [["/dev/video7", undefined]], "what is held");
        await wait(300);
        expectEqual(await browser.value("[attempts, document.getElementById('message').hidden]"), [0, true], "attempts before it is held");
        daemon.hesitates = null;
        answer();
        await browser.until("attempts === 2 && picture.videoWidth > 0");
        expect(await browser.value("document.getElementById('message').hidden"), "a message");
        await browser.command("Page.removeScriptToEvaluateOnNewDocument", { identifier });
        daemon.camera = null;
    });

    await checks.test("kiosk page without a daemon: the picture, the shutter and a word about it", async () => {
        server.isRefusing = true;
        await browser.go(`${server.address}/`, { width: 1280, height: 800 });
        await browser.until("globalThis.tapfocus !== undefined && picture.videoWidth > 0");
        expect((await browser.value("document.getElementById('state').textContent")).includes("Picture only"), "no word");
        await browser.value("document.getElementById('shutter').click()");
        await browser.until("document.getElementById('photo').open && document.querySelector('#photo img').naturalWidth > 0");
        await keep("without-daemon");
        await browser.value("document.querySelector('#photo button').click()");
        await expectInSight(browser, "without a daemon");
        server.isRefusing = false;
        expect(await browser.value(`${part("square")}.checkVisibility()`) === false, "a square without a daemon");
    });
}

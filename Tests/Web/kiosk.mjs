// The kiosk page, with a camera from a file and a played daemon. Its pictures are kept as build output, to be looked at.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectEqual } from "../Page/check.mjs";
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
            await tapAt(browser, { x: size.width * 0.42, y: size.height * 0.4 });
            await until(() => client.requests("tap").length === 1, "the tap is sent");
            await browser.value("document.getElementById('details').click()");
            await playSearch(client, daemon, client.requests("tap")[0]);
            await browser.until("document.querySelectorAll('#curve circle').length === 11");
            await wait(600);
            await keep(`${name}-2-panel`);
            expectEqual(await browser.value("document.documentElement.scrollWidth"), size.width, "the page's width");
            await browser.value("document.getElementById('details').click()");
            await browser.value("document.getElementById('shutter').click()");
            await browser.until("document.getElementById('photo').open && document.querySelector('#photo img').naturalWidth > 0");
            await wait(300);
            await keep(`${name}-3-photo`);
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

    await checks.test("kiosk page without a daemon: the picture, the shutter and a word about it", async () => {
        server.isRefusing = true;
        await browser.go(`${server.address}/`, { width: 1280, height: 800 });
        await browser.until("globalThis.tapfocus !== undefined && picture.videoWidth > 0");
        expect((await browser.value("document.getElementById('state').textContent")).includes("Picture only"), "no word");
        await browser.value("document.getElementById('shutter').click()");
        await browser.until("document.getElementById('photo').open && document.querySelector('#photo img').naturalWidth > 0");
        await keep("without-daemon");
        server.isRefusing = false;
        expect(await browser.value(`${part("square")}.checkVisibility()`) === false, "a square without a daemon");
    });
}

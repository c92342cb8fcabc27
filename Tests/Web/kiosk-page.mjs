// The kiosk page under test: a search that a daemon plays, a photo, and a tap.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tapAt, until } from "./page.mjs";

/** The frames after the first `count`, and all other lines of the page, for words about a failure. */
const heardSince = (client, count) => `${client.requests("frame").length - count} came, the connection is ${client.isOpen ? "open" : "closed"}, ` +
    `and the page said ${client.lines.map(({ request }) => request).filter((name) => name !== "frame").join(", ")}`;

/** A search as `tapfocus run` tells it: lens positions are written, and the page measures. */
export async function playSearch(client, daemon, tap) {
    const lock = { state: "autoAndForceLocked", point: { x: tap.x, y: tap.y }, cause: "tap", rule: "tapped", id: tap.id };
    daemon.state = lock;
    client.say({ event: "state", ...lock });
    client.say({ event: "measure", id: 1, focus: [0.4, 0.4, 0.2, 0.2], exposure: [0.4, 0.4, 0.2, 0.2], grid: false, interval: 0 });
    for (let position = 0; position <= 250; position += 25) {
        client.say({ event: "write", control: 0x009a090a, name: "Focus, Absolute", value: position, result: "ok" });
        const before = client.requests("frame").length;
        await until(() => client.requests("frame").length > before + 3, () => `four frames come at ${position}: ${heardSince(client, before)}`);
    }
    client.say({ event: "searched", outcome: "found", start: 0, position: 100, evaluations: 11, frames: 34, sharpness: 1, lowest: 0.1 });
    client.say({ event: "exposed", outcome: "converged", exposureTime: 166, gain: 32, mean: 0.45, target: 0.46, frames: 7 });
    client.say({ event: "rest" });
    client.say({ event: "settled", focus: "converged", exposure: "converged", focusLevel: "software", exposureLevel: "software", verified: [], id: tap.id });
}

/** The picture is there, and can be photographed. */
export const isReady = "globalThis.tapfocus?.isConnected === true && picture.videoWidth > 0 && !document.getElementById('shutter').disabled";
export const press = (browser, id) => browser.value(`document.getElementById("${id}").click()`);

/** Takes a photo, and waits until it is there. @returns the word about it. */
export async function photograph(browser) {
    await browser.value("globalThis.former = document.querySelector('#thumbnail img').src");
    await press(browser, "shutter");
    await browser.until(`(({ src, naturalWidth }) => src !== former && naturalWidth > 0)(document.querySelector("#thumbnail img"))`);
    return browser.value("document.getElementById('verdict').textContent");
}

/** What the tests do with the page: pictures of it are kept, and it is opened and tapped. */
export const kioskPage = (browser, server, daemon) => {
    const shots = join(process.cwd(), ".build/web-shots");
    const keep = async (name) => {
        mkdirSync(shots, { recursive: true });
        writeFileSync(join(shots, `${name}.png`), await browser.picture());
    };

    /** Opens the page on a small screen, and taps. */
    const openAndTap = async () => {
        daemon.holder = null;
        await browser.go(`${server.address}/`, { width: 1280, height: 800 });
        await browser.until(isReady);
        const client = server.clients.at(-1);
        await tapAt(browser, { x: 500, y: 300 });
        await until(() => client.requests("tap").length === 1, "the tap is sent");
        const { x, y, id } = client.requests("tap")[0];
        return { client, id, lock: { event: "state", state: "autoAndForceLocked", point: { x, y }, cause: "tap", rule: "tapped", id } };
    };
    return { keep, openAndTap };
};

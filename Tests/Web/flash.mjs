// The light of a photo.
import { expect, expectEqual } from "../Page/check.mjs";
import { lock, openCanvas } from "./gesture-page.mjs";
import { until, wait } from "./page.mjs";

export async function flashTests(checks, browser, server) {
    const open = async () => {
        await openCanvas(browser, server, { isPhone: false });
        return server.clients.at(-1);
    };
    const take = (flash) => browser.value(`(globalThis.photo = tapfocus.takePhoto({ flash: ${flash} }).catch(() => null), true)`);
    await lampTests(checks, browser, open, take);
    await ownLightTests(checks, browser, open, take);
    await litTests(checks, browser, open, take);
}

const levels = (client) => client.requests("lamp").map(({ level }) => level);

async function lampTests(checks, browser, open, take) {
    await checks.test("with \"on\" the lamp is lit until the photo is taken, which waits for the exposure", async () => {
        const client = await open();
        await take("'on'");
        await until(() => levels(client).length === 1, "the lamp");
        client.say({ event: "relit", on: true, exposure: "searching" });
        await wait(300);
        expectEqual(levels(client), [1], "while the exposure is searched");
        client.say({ event: "relit", on: true, exposure: "found" });
        await until(() => levels(client).length === 2, "the end of the light");
        expectEqual(levels(client), [1, 0], "levels");
    });

    await checks.test("a lamp that is refused keeps no photo waiting", async () => {
        const client = await open();
        await take("'on'");
        await until(() => levels(client).length === 1, "the lamp");
        const before = performance.now();
        client.say({ event: "error", request: "lamp", message: "cannot find a lamp" });
        await until(() => levels(client).length === 2, "the photo");
        expect(performance.now() - before < 2500, "it waited");
    });

    await checks.test("with \"auto\" the lamp is lit only where the held picture is too dark", async () => {
        const client = await open();
        client.say(lock());
        client.say({ event: "settled", focus: "converged", exposure: "converged" });
        await browser.until("told.at(-1)?.type === 'settled'");
        await take("'auto'");
        await browser.value("photo.then(() => true)");
        expectEqual(levels(client), [], "in a bright picture");
        client.say(lock());
        client.say({ event: "settled", focus: "failed", exposure: "converged", focusReason: "tooDark" });
        await browser.until("told.at(-1)?.focusReason === 'tooDark'");
        await take("'auto'");
        await until(() => levels(client).length === 1, "the lamp");
        client.say({ event: "relit", on: true, exposure: null });
        await until(() => levels(client).length === 2, "the end of the light");
    });
}

async function ownLightTests(checks, browser, open, take) {
    await checks.test("with \"screen\" the page is white until the photo is taken, and that counts as a light", async () => {
        const client = await open();
        const isWhite = "[...document.body.children].some((part) => getComputedStyle(part).position === 'fixed' && getComputedStyle(part).backgroundColor === 'rgb(255, 255, 255)')";
        await take("'screen'");
        await until(() => client.requests("light").length === 1, "the light");
        expect(await browser.value(isWhite), "the page is not white");
        client.say({ event: "relit", on: true, exposure: "found" });
        await until(() => client.requests("light").length === 2, "the end of the light");
        expectEqual(client.requests("light").map(({ on }) => on), [true, false], "told");
        expect(!await browser.value(isWhite), "the page is white still");
    });

    await checks.test("a lamp of the page's own is told of, and goes off when the photo is taken", async () => {
        const client = await open();
        await browser.value("(globalThis.switched = [], true)");
        await take("(isOn) => { switched.push(isOn); }");
        await until(() => client.requests("light").length === 1, "the light");
        client.say({ event: "relit", on: true, exposure: "found" });
        await until(() => client.requests("light").length === 2, "the end of the light");
        expectEqual(await browser.value("switched"), [true, false], "switched");
        expectEqual(client.requests("light").map(({ on }) => on), [true, false], "told");
    });
}

async function litTests(checks, browser, open, take) {
    const openLit = async (exposure) => {
        const client = await open();
        client.say({ event: "relit", on: true, exposure });
        await browser.until("tapfocus.isLit");
        return client;
    };

    await checks.test("where a light is on already, no photo waits for it, and none puts the lamp out", async () => {
        const client = await openLit(null);
        for (const flash of ["'on'", "'screen'"]) {
            const before = performance.now();
            await take(flash);
            expect(await browser.value("photo.then((photo) => photo !== null)"), `no photo with ${flash}`);
            expect(performance.now() - before < 2500, `the photo with ${flash} waited`);
        }
        await until(() => client.requests("light").length === 2, "the end of the screen's light");
        expectEqual([levels(client), client.requests("light").map(({ on }) => on)], [[], [true, false]], "levels, lights");
    });

    await checks.test("where the exposure is still searched with a light that is on, the photo waits for that", async () => {
        const client = await openLit("searching");
        await take("'on'");
        await browser.value("void (globalThis.isTaken = false, photo.then(() => { isTaken = true; }))");
        await wait(300);
        expectEqual(await browser.value("isTaken"), false, "a photo while the exposure is searched");
        client.say({ event: "relit", on: true, exposure: "found" });
        await browser.until("isTaken");
        expectEqual(levels(client), [], "levels");
    });

    await checks.test("the second of two photos in a row has its own light: that of the first one does not count", async () => {
        const client = await open();
        for (const count of [1, 3]) {
            await take("'on'");
            await until(() => levels(client).length === count, "the lamp");
            // The events about the end of the first light come late, and so does the exposure without it.
            if (count === 3) {
                client.say({ event: "relit", on: false, exposure: "searching" });
                client.say({ event: "relit", on: false, exposure: "found" });
            }
            client.say({ event: "relit", on: true, exposure: "found" });
            await until(() => levels(client).length === count + 1, "the end of the light");
            await browser.value("photo.then(() => true)");
        }
        expectEqual(levels(client), [1, 0, 1, 0], "levels");
    });
}

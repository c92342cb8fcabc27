// The kiosk page, with a camera from a file and a played daemon. Its pictures are kept as build output, to be looked at.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, expectEqual } from "../Page/check.mjs";
import { controlTests } from "./kiosk-controls.mjs";
import { isReady, kioskPage, photograph, playSearch, press } from "./kiosk-page.mjs";
import { expectInSight } from "./layout.mjs";
import { part, tapAt, until, wait } from "./page.mjs";

const screens = [
    { name: "upright", size: { width: 1080, height: 1920, isDark: true } },
    { name: "wide", size: { width: 1280, height: 800, isDark: true } },
    { name: "wide-light", size: { width: 1280, height: 800 } },
    { name: "phone", size: { width: 390, height: 844, isPhone: true, isDark: true } },
];

async function screenTests(checks, browser, server, daemon) {
    const { keep } = kioskPage(browser, server, daemon);

    for (const { name, size } of screens) {
        await checks.test(`kiosk page, ${name}: picture, tap, search, panel, photo, all in sight, and no complaint`, async () => {
            daemon.state = { state: "continuousAuto", point: null, cause: "start", rule: "start" };
            await browser.go(`${server.address}/?token=abc`, size);
            await browser.until(isReady);
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
            await wait(400);
            expectEqual(await photograph(browser), "", "the verdict about a sharp photo");
            await expectInSight(browser, "with the thumbnail");
            await keep(`${name}-3-thumbnail`);
            const [photo, stage] = await browser.value(`[document.querySelector("#thumbnail img"), picture].map(
                ({ naturalWidth, naturalHeight, clientWidth, clientHeight }) => (naturalWidth ? naturalWidth / naturalHeight : clientWidth / clientHeight))`);
            expect(Math.abs(photo - stage) < 0.01, `the photo's shape is ${photo}, the view's ${stage}`);
            await press(browser, "thumbnail");
            await browser.until("document.getElementById('photo').open && document.querySelector('#photo img').naturalWidth > 0");
            await wait(300);
            await keep(`${name}-4-photo`);
            await expectInSight(browser, "with the photo");
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
}

async function lockTests(checks, browser, server, daemon) {
    const { openAndTap } = kioskPage(browser, server, daemon);

    await checks.test("the square alone tells guests what is held; builders read it in the panel, in words", async () => {
        const { client } = await openAndTap();
        await until(() => client.requests("hold-frames").at(-1)?.width === 1280, "the page holds the frames");
        const isSilent = () => browser.value("document.getElementById('state').hidden");
        expect(await isSilent(), "it says something while nothing is held");
        await playSearch(client, daemon, client.requests("tap")[0]);
        await browser.until(`${part("words")}.textContent === "Locked"`);
        client.say({ event: "state", state: "unlockableLocked", point: { x: 0.5, y: 0.5 }, cause: "timer", rule: "still" });
        await browser.until("tapfocus.state === 'unlockableLocked'");
        expect(await isSilent(), "it is told twice");
        const told = await browser.value("document.getElementById('events').textContent");
        const wanted = ["Locked, and no movement unlocks it (cause: a tap)", "Focus, Absolute set to 100", "Search: found, at 100", "Focus settled, exposure settled.",
            "Locked, and a movement may unlock it (cause: the force lock is over)"];
        for (const words of wanted) expect(told.includes(words), `"${words}" is not in ${told}`);
        expect(!/[a-z]Locked|converged|undefined/.test(told), told);
        daemon.state = { state: "continuousAuto", point: null, cause: "start", rule: "start" };
    });

    await checks.test("a photo flashes once, and its file has the ending of its type", async () => {
        const { client, id, lock } = await openAndTap();
        client.say(lock);
        client.say({ event: "settled", focus: "converged", exposure: "converged", id });
        await browser.until("tapfocus.state === 'autoAndForceLocked'");
        for (const [type, name] of [["image/png", "photo.png"], ["image/jpeg", "photo.jpg"], ["image/webp", "photo.webp"]]) {
            await browser.value(`tapfocus.takePhoto = () => new Promise((done) => { Object.assign(document.createElement("canvas"), { width: 8, height: 8 }).toBlob(done, "${type}"); })`);
            await browser.value("document.getElementById('flash').classList.remove('on')");
            await photograph(browser);
            expectEqual(await browser.value("[document.getElementById('save').download, document.getElementById('flash').className]"), [name, "on"], type);
        }
    });

    await checks.test("a photo is forgotten after a minute, for the next guest, also where it was left open", async () => {
        // A minute is over when the test says so.
        await browser.value(`globalThis.minutes = [];
            const later = setTimeout;
            globalThis.setTimeout = (body, time, ...values) => (time === 60_000 ? void minutes.push(body) : later(body, time, ...values))`);
        await photograph(browser);
        await press(browser, "thumbnail");
        expect(await browser.value("document.getElementById('photo').open"), "the photo is not shown");
        await browser.value("minutes.at(-1)()");
        expectEqual(await browser.value("[document.getElementById('photo').open, document.getElementById('thumbnail').hidden]"), [false, true], "what is open and hidden");
        expectEqual(await browser.value("document.querySelectorAll('#thumbnail img[src], #photo img[src], #save[href]').length"), 0, "what still has the photo");
    });
}

async function wordTests(checks, browser, server, daemon) {
    const { openAndTap } = kioskPage(browser, server, daemon);

    await checks.test("a page of one's own replaces some of the words, or all: no other one is shown, and each is used", async () => {
        const source = (name) => readFileSync(join(server.folder, name), "utf8");
        server.pages.set("/german.js", `import { words } from "./kiosk-words.js";
            Object.assign(words, { hint: "Tippen Sie an, was scharf sein soll", takePhoto: "Foto", square: { held: "Gesperrt" } });`);
        server.pages.set("/german.html", source("index.html").replace(`<script type="module"`, `<script type="module" src="german.js"></script>$&`));
        daemon.holder = null;
        await browser.go(`${server.address}/german.html`, { width: 1280, height: 800 });
        await browser.until(isReady);
        expectEqual(await browser.value("[document.getElementById('hint').textContent, document.getElementById('shutter').ariaLabel, document.getElementById('details').textContent]"),
            ["Tippen Sie an, was scharf sein soll", "Foto", "Details"], "the words");
        server.clients.at(-1).say({ event: "state", state: "autoAndForceLocked", point: { x: 0.5, y: 0.5 }, cause: "tap", rule: "tapped" });
        server.clients.at(-1).say({ event: "settled", focus: "converged", exposure: "converged" });
        await browser.until(`${part("words")}.textContent === "Gesperrt"`);
        for (const page of ["/german.js", "/german.html"]) server.pages.delete(page);
        const names = await browser.value("import('/kiosk-words.js').then(({ words }) => Object.keys(words))");
        const [page, scripts] = [source("index.html"), ["kiosk.js", "kiosk-panel.js"].map(source).join("")];
        const inPage = [...page.matchAll(/data-(?:words|label|alt)="(\w+)"/g)].map(([, name]) => name);
        const inScripts = [...scripts.matchAll(/(?<!-)\bwords\.(\w+)/g)].map(([, name]) => name);
        expectEqual([...new Set([...inPage, ...inScripts])].sort(), names.sort(), "the words that are used");
        expectEqual(page.match(/<body[^]*<\/body>/)[0].replace(/<!--[^]*?-->/g, "").replace(/<[^>]*>/g, "").trim().split(/\s+/), ["0.0", "EV", "–"], "other words in the page");
    });

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
}

async function doubtTests(checks, browser, server, daemon) {
    const { openAndTap } = kioskPage(browser, server, daemon);

    await checks.test("a photo that may not be sharp says so: during the search, long after it, not when nothing is held any more", async () => {
        const { client, id, lock } = await openAndTap();
        client.say(lock);
        await browser.until("tapfocus.state === 'autoAndForceLocked'");
        await press(browser, "shutter");
        await wait(300);
        expect(await browser.value("document.getElementById('thumbnail').hidden"), "the photo did not wait");
        client.say({ event: "settled", focus: "failed", exposure: "converged", id });
        await browser.until("!document.getElementById('thumbnail').hidden");
        expect((await browser.value("document.getElementById('hint').textContent")).includes("may not be sharp"), "during the search");
        await expectInSight(browser, "with a word about the photo");
        await press(browser, "thumbnail");
        expect((await browser.value("document.getElementById('verdict').textContent")).includes("may not be sharp"), "with the photo");
        await expectInSight(browser, "with a verdict");
        await browser.value("document.querySelector('#photo button').click()");
        await wait(300);
        expect((await photograph(browser)).includes("may not be sharp"), "after the search");
        client.say({ event: "state", state: "continuousAuto", point: null, cause: "motion", rule: "moved" });
        await browser.until("tapfocus.state === 'continuousAuto'");
        expectEqual(await photograph(browser), "", "in continuous");
        expect(await browser.value("document.getElementById('hint').classList.contains('gone')"), "the word about the photo before stays");
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
}

async function troubleTests(checks, browser, server, daemon) {
    const { openAndTap } = kioskPage(browser, server, daemon);

    await checks.test("lines that lie: their texts are shown as texts, the list of events stays short, and the page works on", async () => {
        const { client } = await openAndTap();
        const text = "<img src=x onerror=globalThis.isHacked=true>";
        for (const event of [
            { event: "error", message: text }, { event: "state", state: text, cause: text, point: null },
            { event: "write", control: text, name: text, value: text, result: text },
            { event: "settled", focus: text, exposure: text, focusReason: "__proto__", reason: text },
            { event: "searched", outcome: "constructor", position: text, evaluations: text, frames: text },
            { event: "exposed", outcome: text, exposureTime: text, gain: text }, { event: "levels", focusLevel: text, exposureLevel: {} },
            { event: "device", device: "__proto__", change: text, name: text }, { event: "compensation", ev: text },
            { event: "tap-ignored", reason: text, id: 1 },
        ]) client.say(event);
        for (let number = 0; number < 3000; number++) client.say({ event: "error", message: `number ${number}` });
        await browser.until("document.getElementById('events').textContent.includes('number 2999')");
        expectEqual(await browser.value(`[globalThis.isHacked === undefined, document.querySelectorAll("#panel img, .tapfocus img").length,
            document.getElementById("events").children.length, tapfocus.isConnected]`), [true, 0, 60, true], "what has become of the page");
        expectEqual(browser.complaints, [], "complaints");
    });

    await checks.test("frames that are not held: builders read why in the panel, guests do not read \"Locked\", and a photo may not be sharp", async () => {
        daemon.holder = { isOpen: true };
        await browser.go(`${server.address}/`, { width: 1280, height: 800 });
        await browser.until(isReady);
        await browser.until("tapfocus.frameFailure !== null");
        await press(browser, "details");
        const hint = "document.getElementById('frame-failure')";
        await browser.until(`${hint}.checkVisibility() && ${hint}.textContent.includes("held by another connection")`);
        await expectInSight(browser, "with the reason in the panel");
        const client = server.clients.at(-1);
        client.say({ event: "state", state: "autoAndForceLocked", point: { x: 0.5, y: 0.5 }, cause: "tap", rule: "tapped" });
        client.say({ event: "settled", focus: "converged", exposure: "converged" });
        await browser.until(`tapfocus.state === "autoAndForceLocked" && !${part("square")}.classList.contains("searching")`);
        expectEqual(await browser.value(`${part("words")}.hidden`), true, "what guests do not read");
        expectEqual(await photograph(browser), "This may not be sharp where you touched.", "the word about the photo");
        daemon.holder = null;
        await browser.until(`${hint}.hidden && ${part("words")}.textContent === "Locked"`);
        expectEqual(await photograph(browser), "", "the word about the photo, once they are held");
    });
}

async function cameraTests(checks, browser, server, daemon) {
    const { keep } = kioskPage(browser, server, daemon);

    await checks.test("the kiosk page reserves the camera before it opens it, and gets one that is busy at first", async () => {
        Object.assign(daemon, { holder: null, camera: { name: "Webcam", path: "/dev/video7" } });
        let answer = null;
        daemon.hesitates = (held) => { answer = held; };
        const { identifier } = await browser.command("Page.addScriptToEvaluateOnNewDocument", { source: `
            globalThis.attempts = 0;
            const open = MediaDevices.prototype.getUserMedia;
            MediaDevices.prototype.getUserMedia = function (constraints) {
                attempts += 1;
                globalThis.wanted = constraints.video;
                return attempts === 1 ? Promise.reject(new DOMException("Could not start video source", "NotReadableError")) : open.call(this, constraints);
            };` });
        await browser.go(`${server.address}/`, { width: 1280, height: 800 });
        await until(() => answer !== null, "the reservation");
        expectEqual(server.clients.at(-1).requests("hold-frames").map(({ camera, width }) => [camera, width]), [["/dev/video7", undefined]], "what is held");
        await wait(300);
        expectEqual(await browser.value("[attempts, document.getElementById('message').hidden]"), [0, true], "attempts before it is held");
        const isShown = "['cameras', 'hint'].map((id) => document.getElementById(id).checkVisibility({ opacityProperty: true }))";
        expectEqual(await browser.value(`[document.getElementById('shutter').disabled, ...${isShown}]`), [true, false, false], "before there is a picture");
        daemon.hesitates = null;
        answer();
        await browser.until("attempts === 2 && picture.videoWidth > 0 && !document.getElementById('shutter').disabled");
        expect(await browser.value("document.getElementById('message').hidden"), "a message");
        expectEqual(await browser.value("[wanted.width, wanted.height]"), [{ ideal: 1920 }, { ideal: 1080 }], "the size of the video, and of the photo");
        await browser.command("Page.removeScriptToEvaluateOnNewDocument", { identifier });
        daemon.camera = null;
    });

    await checks.test("kiosk page without a daemon: the picture, the shutter and a word about it", async () => {
        server.isRefusing = true;
        await browser.go(`${server.address}/`, { width: 1280, height: 800 });
        await browser.until("globalThis.tapfocus !== undefined && !document.getElementById('shutter').disabled && !document.getElementById('state').hidden");
        expectEqual(await browser.value("document.getElementById('state').textContent"), "Touch to focus is off", "the word");
        await photograph(browser);
        await keep("without-daemon");
        await expectInSight(browser, "without a daemon");
        server.isRefusing = false;
        expect(await browser.value(`${part("square")}.checkVisibility()`) === false, "a square without a daemon");
    });
}

export async function kioskTests(checks, browser, server, daemon) {
    await screenTests(checks, browser, server, daemon);
    await lockTests(checks, browser, server, daemon);
    await wordTests(checks, browser, server, daemon);
    await doubtTests(checks, browser, server, daemon);
    await troubleTests(checks, browser, server, daemon);
    await cameraTests(checks, browser, server, daemon);
    await controlTests(checks, browser, server, daemon);
}

// The sun: dragged beside the square, by touches, the mouse and the keyboard.
import { expect, expectEqual } from "../Page/check.mjs";
import { middle, openCanvas } from "./gesture-page.mjs";
import { part, touch, until, wait } from "./page.mjs";

const sunPage = (browser, server) => {
    const open = () => openCanvas(browser, server);
    const compensations = () => server.clients.at(-1).requests("compensate").map(({ ev }) => ev);
    const disc = () => browser.value(`(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(${part("sun-disc")}.getBoundingClientRect())`);
    return { open, compensations, disc };
};

async function dragTests(checks, browser, server, daemon) {
    const { open, compensations, disc } = sunPage(browser, server);

    await checks.test("the sun is dragged up for brighter and down for darker, in thirds of an EV, and is no tap", async () => {
        daemon.compensation = 0;
        await open();
        await touch(browser, [middle], []);
        await until(() => server.clients.at(-1).requests("tap").length === 1, "a tap");
        const { x, y } = await disc();
        await touch(browser, [{ x, y }], [{ x, y: y - 36 }], [{ x, y: y - 72 }], []);
        await until(() => compensations().at(-1) === 1, `1 EV, not ${compensations()}`);
        const from = await disc();
        await touch(browser, [from], [{ x: from.x, y: from.y + 60 }], [{ x: from.x + 9, y: from.y + 120 }], []);
        await until(() => compensations().at(-1) === -0.67, `−2/3 EV, not ${compensations()}`);
        expect(server.clients.at(-1).requests("compensate").every(({ until: end }) => end === "continuous"), "until");
        expectEqual(server.clients.at(-1).requests("tap").length, 1, "taps");
        expectEqual(await browser.value(`${part("sun")}.getAttribute("aria-valuetext")`), "−0.7 EV", "what is heard");
    });
    await checks.test("it is dragged anywhere beside the square along its line, far from the disc", async () => {
        const { x, y } = await disc();
        // The sun stands below the middle: the drags begin at the ends of the line, and at the square's edge.
        const centre = middle.y;
        const strip = await browser.value(`(({ left, right, top, bottom }) => ({ left, right, top, bottom }))(${part("sun")}.getBoundingClientRect())`);
        expect(strip.top <= centre - 78 && strip.bottom >= centre + 78 && strip.left <= middle.x + 42 && strip.right >= middle.x + 94, JSON.stringify(strip));
        let wanted = Math.round(-0.67 * 3);
        for (const from of [{ x, y: centre - 75 }, { x: strip.left + 2, y: centre }, { x: strip.right - 2, y: centre + 70 }]) {
            expect(Math.hypot(from.x - x, from.y - y) > 22 || from.x !== x, "it begins on the disc");
            await touch(browser, [from], [{ x: from.x, y: from.y - 24 }], [{ x: from.x, y: from.y - 48 }], []);
            wanted += 2;
            await until(() => Math.round(compensations().at(-1) * 3) === wanted, `${wanted} thirds, not ${compensations()}`);
        }
        expectEqual(server.clients.at(-1).requests("tap").length, 1, "taps");
    });
    await checks.test("beside the sun's disc a tap is a tap, where it is; a long press is none", async () => {
        await browser.value("tapfocus.compensate(0)");
        await browser.until("tapfocus.compensation === 0");
        const { x, y } = await disc();
        const before = server.clients.at(-1).requests("tap").length;
        await touch(browser, [{ x, y: y + 40 }]);
        await wait(450);
        await touch(browser, []);
        await touch(browser, [{ x, y: y - 40 }], []);
        await until(() => server.clients.at(-1).requests("tap").length === before + 1, "a tap");
        const tap = server.clients.at(-1).requests("tap").at(-1);
        expect(Math.abs(tap.x * 400 - x) < 1 && Math.abs(tap.y * 300 - (y - 40)) < 1, `${JSON.stringify(tap)} is not ${x}, ${y - 40}`);
        await wait(100);
        expectEqual(server.clients.at(-1).requests("tap").length, before + 1, "taps");
        await browser.value("tapfocus.tap({ x: 0.5, y: 0.5 })");
    });
}

async function answerTests(checks, browser, server, daemon) {
    const { compensations, disc } = sunPage(browser, server);

    await checks.test("a compensation that is refused does not stay on the sun, nor one that nobody hears", async () => {
        daemon.refusesCompensation = true;
        await browser.value(`${part("sun")}.focus()`);
        await browser.press("ArrowUp");
        await browser.until("told.at(-1)?.type === 'error'");
        const shown = () => browser.value(`[${part("sun")}.getAttribute("aria-valuenow"), ${part("sun-value")}.hidden, tapfocus.compensation]`);
        expectEqual(await shown(), ["0", true, 0], "the sun");
        const { x, y } = await disc();
        const count = compensations().length;
        await touch(browser, [{ x, y }], [{ x, y: y - 15 }], [{ x, y: y - 30 }], []);
        await until(() => compensations().length > count, "a wish");
        await browser.until(`${part("sun")}.getAttribute("aria-valuenow") === "0"`);
        daemon.refusesCompensation = false;
    });
    await checks.test("while it is dragged, an answer to an earlier value does not move it", async () => {
        const { x, y } = await disc();
        await touch(browser, [{ x, y }], [{ x, y: y - 36 }], [{ x, y: y - 72 }]);
        await until(() => compensations().at(-1) === 1, `1 EV, not ${compensations()}`);
        server.clients.at(-1).say({ event: "compensation", ev: 0.33 });
        await browser.until("tapfocus.compensation === 0.33");
        expectEqual(await browser.value(`${part("sun")}.getAttribute("aria-valuenow")`), "1", "the sun");
        await touch(browser, []);
        server.clients.at(-1).say({ event: "compensation", ev: 0 });
        await browser.until(`${part("sun")}.getAttribute("aria-valuenow") === "0"`);
    });
    await checks.test("a drag beyond the end stays at 2 EV", async () => {
        const { x, y } = await disc();
        await touch(browser, [{ x, y }], [{ x, y: y + 60 }], [{ x, y: y + 300 }], []);
        await until(() => compensations().at(-1) === -2, `−2 EV, not ${compensations()}`);
        expect(compensations().every((ev) => Math.abs(ev) <= 2), `${compensations()}`);
    });
    await checks.test("what another program has set beyond the sun's end is told there, and a drag begins at the end", async () => {
        server.clients.at(-1).say({ event: "compensation", ev: 3.5 });
        await browser.until("tapfocus.compensation === 3.5");
        const shown = ["aria-valuenow", "aria-valuemax", "aria-valuetext"].map((name) => `${part("sun")}.getAttribute("${name}")`);
        expectEqual(await browser.value(`[${shown}, ${part("sun-disc")}.style.top]`), ["2", "2", "+3.5 EV", "0%"], "the sun");
        const { x, y } = await disc();
        await touch(browser, [{ x, y }], [{ x, y: y + 36 }], [{ x, y: y + 72 }], []);
        await until(() => compensations().at(-1) === 1, `1 EV, not ${compensations()}`);
    });
}

async function keyTests(checks, browser, server) {
    const { compensations, disc } = sunPage(browser, server);

    await checks.test("a double tap on the sun takes it back to 0", async () => {
        const place = await disc();
        await touch(browser, [place], [], [place], []);
        await until(() => compensations().at(-1) === 0, `0, not ${compensations()}`);
    });
    await checks.test("arrow keys move it by a third of an EV, Home takes it back", async () => {
        await browser.value(`${part("sun")}.focus()`);
        for (const key of ["ArrowUp", "ArrowUp", "ArrowDown"]) await browser.press(key);
        await until(() => compensations().at(-1) === 0.33, `a third, not ${compensations()}`);
        await browser.press("Home");
        await until(() => compensations().at(-1) === 0, "0");
    });
    await checks.test("the event compensation moves the sun, whoever has changed it", async () => {
        server.clients.at(-1).say({ event: "compensation", ev: -2 });
        await browser.until("tapfocus.compensation === -2");
        expect(await browser.value("told.at(-1).type === 'compensation' && told.at(-1).ev === -2"), "no event");
    });
    await checks.test("beside the right edge the sun is on the left, and stays there while it is dragged", async () => {
        const before = server.clients.at(-1).requests("tap").length;
        await touch(browser, [{ x: 385, y: 150 }], []);
        await until(() => server.clients.at(-1).requests("tap").length === before + 1, "a tap");
        const place = await disc();
        expect(place.x < 385 && place.x > 300, `the sun is at ${place.x}`);
        await touch(browser, [place], [{ x: place.x, y: place.y - 36 }], [{ x: place.x, y: place.y - 72 }]);
        // It was at −2 EV.
        await until(() => compensations().at(-1) === -1, `−1 EV, not ${compensations()}`);
        const dragged = await disc();
        expect(Math.abs(dragged.x - place.x) < 1 && dragged.y < place.y - 10, `dragged to ${JSON.stringify(dragged)} from ${JSON.stringify(place)}`);
        await touch(browser, []);
    });
}

export async function sunTests(checks, browser, server, daemon) {
    await dragTests(checks, browser, server, daemon);
    await answerTests(checks, browser, server, daemon);
    await keyTests(checks, browser, server);
}

// Taps, drags and the sun, by touches and the mouse of the DevTools protocol.
import { expect, expectEqual } from "../Page/check.mjs";
import { openPage, part, tapAt, touch, until, wait } from "./page.mjs";

const body = `<div style="height: 1600px"><canvas id="picture" width="400" height="300" style="width: 400px; height: 300px; display: block"></canvas></div>`;
const size = { width: 420, height: 700, isPhone: true };
const middle = { x: 200, y: 150 };
const lock = (id) => ({ event: "state", state: "autoAndForceLocked", point: { x: 0.5, y: 0.5 }, cause: "tap", rule: "tapped", ...(id ? { id } : {}) });

export async function gestureTests(checks, browser, server) {
    const open = (more = {}) => openPage(browser, server, { body, size: { ...size, ...more } });
    const taps = () => server.clients.at(-1).requests("tap");
    await open();

    const none = async (name, steps) => checks.test(`no tap: ${name}`, async () => {
        const before = taps().length;
        await steps();
        await wait(80);
        expectEqual(taps().length, before, "taps");
    });

    await checks.test("a finger's tap is sent in picture coordinates, each with another id", async () => {
        await touch(browser, [{ x: 100, y: 75 }], []);
        await touch(browser, [{ x: 300, y: 225 }], []);
        await until(() => taps().length === 2, "two taps");
        const [one, other] = taps();
        expect(Math.abs(one.x - 0.25) < 1e-6 && Math.abs(one.y - 0.25) < 1e-6 && one.in === "picture", JSON.stringify(one));
        expect(Math.abs(other.x - 0.75) < 1e-6 && Math.abs(other.y - 0.75) < 1e-6, JSON.stringify(other));
        expect(Number.isSafeInteger(one.id) && other.id === one.id + 1, `${one.id}, ${other.id}`);
    });
    await none("a drag that scrolls", () => touch(browser, [middle], [{ x: 200, y: 120 }], [{ x: 200, y: 90 }], []));
    await none("a drag and back", () => touch(browser, [middle], [{ x: 230, y: 150 }], [middle], []));
    await none("a long press", async () => {
        await touch(browser, [middle]);
        await wait(450);
        await touch(browser, []);
    });
    await none("two fingers, whichever is lifted first", async () => {
        await touch(browser, [middle], [middle, { x: 260, y: 160 }], [middle], []);
    });
    await none("the right button", async () => {
        const event = { ...middle, button: "right", clickCount: 1 };
        await browser.command("Input.dispatchMouseEvent", { type: "mousePressed", ...event });
        await browser.command("Input.dispatchMouseEvent", { type: "mouseReleased", ...event });
    });
    await none("beside the picture", async () => {
        await browser.value("scrollTo(0, 0); picture.style.objectFit = 'contain'; picture.style.height = '500px'");
        await tapAt(browser, { x: 200, y: 40 });
        await browser.value("picture.style.height = '300px'");
    });
    await checks.test("after each of them a tap is a tap again", async () => {
        const before = taps().length;
        await touch(browser, [middle], []);
        await until(() => taps().length === before + 1, "a tap");
    });

    await checks.test("the square is at 187.5 points first, and shrinks to 75 in half a second; 112.5 for the centre, gone after two", async () => {
        await open({ isPhone: false });
        // An animation that is over is no longer listed, and a busy machine may be late.
        await browser.command("Animation.enable");
        await browser.command("Animation.setPlaybackRate", { playbackRate: 0.01 });
        const isShrinking = `${part("square")}.getAnimations().some(({ animationName }) => animationName === "shrink")`;
        const sizes = async () => {
            await browser.until(isShrinking);
            return browser.value(`(() => {
            const square = ${part("square")};
            const shrink = square.getAnimations().find(({ animationName }) => animationName === "shrink");
            shrink.pause();
            const widths = [0, 499.999].map((time) => { shrink.currentTime = time; return Math.round(square.getBoundingClientRect().width * 10) / 10; });
            const { duration } = shrink.effect.getTiming();
            const fade = square.getAnimations().find(({ animationName }) => animationName === "fade")?.effect.getTiming();
            return { widths, duration, fade: fade && { delay: fade.delay, duration: fade.duration } };
        })()`);
        };
        await tapAt(browser, middle);
        await until(() => taps().length > 0, "a tap");
        expectEqual(await sizes(), { widths: [187.5, 75], duration: 500 }, "the small square");
        server.clients.at(-1).say({ event: "state", state: "continuousAuto", point: null, cause: "motion", rule: "moved" });
        await browser.until("tapfocus.state === 'continuousAuto'");
        expectEqual(await sizes(), { widths: [187.5, 112.5], duration: 500, fade: { delay: 2000, duration: 500 } }, "the large square");
        await browser.command("Animation.setPlaybackRate", { playbackRate: 1 });
    });

    await checks.test("it pulses while it searches, says what is held, is half as strong while it can be unlocked, and marks a failure", async () => {
        const client = server.clients.at(-1);
        const look = () => browser.value(`(() => {
            const square = ${part("square")};
            return {
                pulses: square.getAnimations().some(({ animationName }) => animationName === "pulse"), words: ${part("words")}.hidden ? "" : ${part("words")}.textContent,
                isWeak: square.classList.contains("weak"), isMarked: !${part("mark")}.hidden, said: ${part("status")}.textContent,
            };
        })()`);
        await tapAt(browser, middle);
        await until(() => taps().length === 2, "a tap");
        const { id } = taps()[1];
        expectEqual(await look(), { pulses: true, words: "", isWeak: false, isMarked: false, said: "Focusing" }, "before the answer");
        client.say(lock(id));
        client.say({ event: "settled", focus: "converged", exposure: "held", id });
        await browser.until("told.at(-1)?.type === 'settled'");
        expectEqual(await look(), { pulses: false, words: "AE/AF", isWeak: false, isMarked: false, said: "In focus" }, "settled");
        client.say({ event: "state", state: "unlockableLocked", point: { x: 0.5, y: 0.5 }, cause: "timer", rule: "still" });
        await browser.until("tapfocus.state === 'unlockableLocked'");
        await browser.until(`getComputedStyle(${part("square")}).opacity === "0.5"`);
        client.say(lock());
        client.say({ event: "settled", focus: "failed", exposure: "converged" });
        await browser.until("told.at(-1)?.focus === 'failed'");
        expectEqual(await look(), { pulses: false, words: "AE", isWeak: false, isMarked: true, said: "Could not focus" }, "failed");
        for (const [focusReason, said] of [["tooDark", "Too dark to focus"], ["nothingToFocusOn", "Nothing to focus on there"], ["unknown", "Could not focus"]]) {
            client.say(lock());
            client.say({ event: "settled", focus: "failed", exposure: "converged", focusReason });
            await browser.until(`told.at(-1)?.focusReason === "${focusReason}"`);
            expectEqual((await look()).said, said, focusReason);
        }
    });

    await checks.test("a tap that is refused is marked, and told as an event", async () => {
        await tapAt(browser, middle);
        await until(() => taps().length === 3, "a tap");
        server.clients.at(-1).say({ event: "error", message: "cannot follow the tap", id: taps()[2].id });
        await browser.until("told.at(-1)?.type === 'error'");
        expect(await browser.value(`!${part("mark")}.hidden`), "no mark");
        expectEqual(await browser.value("told.at(-1).message"), "cannot follow the tap", "the message");
    });

    await checks.test("with reduced motion nothing shrinks or pulses", async () => {
        await open({ isPhone: false, isReduced: true });
        await tapAt(browser, middle);
        await until(() => taps().length === 1, "a tap");
        expectEqual(await browser.value(`${part("square")}.getAnimations().length`), 0, "animations");
        expectEqual(await browser.value(`${part("square")}.getBoundingClientRect().width`), 75, "the square's width");
    });

    await sunTests(checks, browser, server, () => open());
}

async function sunTests(checks, browser, server, open) {
    const compensations = () => server.clients.at(-1).requests("compensate").map(({ ev }) => ev);
    const disc = () => browser.value(`(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(${part("sun-disc")}.getBoundingClientRect())`);

    await checks.test("the sun is dragged up for brighter and down for darker, in thirds of an EV, and is no tap", async () => {
        await open();
        await touch(browser, [middle], []);
        await until(() => server.clients.at(-1).requests("tap").length === 1, "a tap");
        const { x, y } = await disc();
        await touch(browser, [{ x, y }], [{ x, y: y - 10 }], [{ x, y: y - 20 }], []);
        await until(() => compensations().at(-1) === 1, `1 EV, not ${compensations()}`);
        const from = await disc();
        await touch(browser, [from], [{ x: from.x, y: from.y + 20 }], [{ x: from.x + 9, y: from.y + 33 }], []);
        await until(() => compensations().at(-1) === -0.67, `−2/3 EV, not ${compensations()}`);
        expect(server.clients.at(-1).requests("compensate").every(({ until: end }) => end === "continuous"), "until");
        expectEqual(server.clients.at(-1).requests("tap").length, 1, "taps");
        expectEqual(await browser.value(`${part("sun")}.getAttribute("aria-valuetext")`), "−0.7 EV", "what is heard");
    });
    await checks.test("beside the sun's disc, above and below it, a tap is a tap", async () => {
        const { x, y } = await disc();
        const before = server.clients.at(-1).requests("tap").length;
        await touch(browser, [{ x, y: y + 40 }], []);
        await until(() => server.clients.at(-1).requests("tap").length === before + 1, "a tap");
        await browser.value("tapfocus.tap({ x: 0.5, y: 0.5 })");
    });
    await checks.test("a drag beyond the end stays at 4 EV", async () => {
        const { x, y } = await disc();
        await touch(browser, [{ x, y }], [{ x, y: y - 60 }], [{ x, y: y - 140 }], []);
        await until(() => compensations().at(-1) === 4, `4 EV, not ${compensations()}`);
    });
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
        const { x } = await disc();
        expect(x < 385 && x > 300, `the sun is at ${x}`);
    });
}

// The square: how it appears, what it says, and what becomes of it when a tap is refused.
import { expect, expectEqual } from "../Page/check.mjs";
import { lock, middle, openCanvas } from "./gesture-page.mjs";
import { part, squareBounds, tapAt, until, wait } from "./page.mjs";

const squarePage = (browser, server) => {
    const open = (more = {}) => openCanvas(browser, server, more);
    const taps = () => server.clients.at(-1).requests("tap");

    const isMarked = () => browser.value(`${part("refusal")}.checkVisibility()`);
    const at = async ({ x, y }) => {
        const square = await squareBounds(browser);
        return Math.hypot(square.x - x, square.y - y) < 1;
    };
    return { open, taps, isMarked, at };
};

async function sizeTests(checks, browser, server) {
    const { open, taps } = squarePage(browser, server);

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
}

async function stateTests(checks, browser, server) {
    const { taps } = squarePage(browser, server);

    await checks.test("it pulses while it searches, says that it is locked, has a thinner line while it can be unlocked, and says why it has failed", async () => {
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
        expectEqual(await look(), { pulses: false, words: "Locked", isWeak: false, isMarked: false, said: "In focus" }, "settled");
        client.say({ event: "state", state: "unlockableLocked", point: { x: 0.5, y: 0.5 }, cause: "timer", rule: "still" });
        await browser.until("tapfocus.state === 'unlockableLocked'");
        await browser.until(`getComputedStyle(${part("square")}).borderTopWidth === "1px"`);
        const colours = await browser.value(`(({ opacity, color }, words) => [opacity, words.opacity, words.color === color, words.backgroundColor])(
            getComputedStyle(${part("square")}), getComputedStyle(${part("words")}))`);
        expectEqual(colours, ["1", "1", true, "rgba(0, 0, 0, 0.55)"], "the strength of both, one colour, on a dark ground");
        expectEqual(await look(), { pulses: false, words: "Locked", isWeak: true, isMarked: false, said: "In focus" }, "can be unlocked");
        client.say(lock());
        client.say({ event: "settled", focus: "failed", exposure: "converged" });
        await browser.until("told.at(-1)?.focus === 'failed'");
        expectEqual(await look(), { pulses: false, words: "Could not focus", isWeak: false, isMarked: true, said: "Could not focus" }, "failed");
        for (const [focusReason, said] of [["tooDark", "Too dark to focus"], ["nothingToFocusOn", "Nothing to focus on there"], ["unknown", "Could not focus"]]) {
            client.say(lock());
            client.say({ event: "settled", focus: "failed", exposure: "converged", focusReason });
            await browser.until(`told.at(-1)?.focusReason === "${focusReason}"`);
            const { words, said: heard } = await look();
            expectEqual([words, heard], [said, said], focusReason);
        }
    });
}

async function zoomTests(checks, browser, server) {
    const { open } = squarePage(browser, server);

    await checks.test("it moves with the picture when that is zoomed, hides where its place is not shown, and comes back", async () => {
        await open({ isPhone: false });
        const client = server.clients.at(-1);
        client.say(lock());
        await browser.until("tapfocus.state === 'autoAndForceLocked'");
        client.say({ event: "settled", focus: "converged", exposure: "converged" });
        await browser.until("told.at(-1)?.type === 'settled'");
        const isHidden = `document.querySelector(".tapfocus").shadowRoot.querySelector(".held").hidden`;
        const before = await squareBounds(browser);
        const zoom = (point) => client.say({ event: "zoom", linear: 0.5, factor: 2, largest: 4, point });
        zoom({ x: 0.75, y: 0.5 });
        const middleOfSquare = `(({ x, width }) => x + width / 2)(${part("square")}.getBoundingClientRect())`;
        await browser.until(`${middleOfSquare} > ${before.x + 10}`);
        zoom(null);
        await browser.until(isHidden);
        zoom({ x: 0.5, y: 0.5 });
        await browser.until(`!${isHidden}`);
        await browser.until(`Math.abs(${middleOfSquare} - ${before.x}) < 1`);
    });
}

async function lockTests(checks, browser, server) {
    const { open } = squarePage(browser, server);

    await checks.test("it says AE/AF LOCK while a lock keeps what is held, and asks for locks as its caller says", async () => {
        await open({ isPhone: false });
        const client = server.clients.at(-1);
        client.say(lock());
        client.say({ event: "lock", by: "application" });
        client.say({ event: "settled", focus: "converged", exposure: "converged" });
        await browser.until("told.at(-1)?.type === 'settled'");
        const words = `${part("words")}.textContent`;
        expectEqual(await browser.value(`[${words}, tapfocus.lockedBy]`), ["AE/AF LOCK", "application"], "while it is locked");
        client.say({ event: "lock", by: null });
        await browser.until(`${words} === "Locked"`);
        expectEqual(await browser.value("[tapfocus.lock(), tapfocus.lock({ x: 0.25, y: 0.5 }, { taps: 'end' }), tapfocus.unlock()]"), [true, true, true], "sent");
        await until(() => client.requests("unlock").length === 1, "the end of the lock");
        const [held, point] = client.requests("lock");
        expectEqual([held.x, held.taps], [undefined, undefined], "what is held");
        expectEqual([point.x, point.y, point.in, point.taps], [0.25, 0.5, "picture", "end"], "a point");
    });
}

async function switchTests(checks, browser, server) {
    const { open } = squarePage(browser, server);

    await checks.test("useCamera() resolves when the daemon has the camera, and with false when it says that it cannot", async () => {
        await open({ isPhone: false });
        const client = server.clients.at(-1);
        const use = async (answer) => {
            const before = client.requests("camera").length;
            await browser.value("(globalThis.used = undefined, tapfocus.useCamera('Document').then((isUsed) => { globalThis.used = isUsed; }), true)");
            await until(() => client.requests("camera").length === before + 1, "the request");
            client.say(answer);
            await browser.until("globalThis.used !== undefined");
            return browser.value("globalThis.used");
        };
        const status = { event: "status", state: "continuousAuto", point: null, cause: "view", moved: false };
        expectEqual(await use({ ...status, camera: { name: "Document Camera", path: "/dev/video2" } }), true, "used");
        expectEqual(await use({ event: "error", request: "camera", message: "cannot switch" }), false, "refused");
        expectEqual(client.requests("camera")[0].camera, "Document", "the name");
    });

    await checks.test("useCamera() is not answered by a status of the present camera, whose name has the wanted one in it", async () => {
        await open({ isPhone: false });
        const client = server.clients.at(-1);
        const status = (name, path, zoom) => ({ event: "status", state: "continuousAuto", point: null, cause: "view", moved: false, camera: { name, path, zoom } });
        const present = status("Document Camera", "/dev/video0", 0.5);
        for (const [name, other] of [["Document", "Document Scanner"], ["Camera", "camera"], ["/dev/video2", "Reader"]]) {
            client.say(present);
            await browser.until("tapfocus.zoomed?.linear === 0.5");
            const before = client.requests("camera").length;
            await browser.value(`(globalThis.used = "waiting", tapfocus.useCamera("${name}").then((isUsed) => { globalThis.used = isUsed; }), true)`);
            await until(() => client.requests("camera").length === before + 1, "the request");
            client.say(present);
            await wait(200);
            expectEqual(await browser.value("used"), "waiting", `${name}, before it is used`);
            client.say(status(other, "/dev/video2", 0));
            await browser.until("used === true");
        }
    });
}

async function refusedTests(checks, browser, server) {
    const { open, taps, isMarked, at } = squarePage(browser, server);

    await checks.test("a tap that is refused is marked where it was, and the square goes back to what is held", async () => {
        await open({ isPhone: false });
        const client = server.clients.at(-1);
        await tapAt(browser, middle);
        await until(() => taps().length === 1, "a tap");
        client.say(lock(taps()[0].id));
        client.say({ event: "settled", focus: "converged", exposure: "converged", id: taps()[0].id });
        client.say({ event: "state", state: "unlockableLocked", point: { x: 0.5, y: 0.5 }, cause: "timer", rule: "still" });
        await browser.until("tapfocus.state === 'unlockableLocked'");
        await tapAt(browser, { x: 60, y: 60 });
        await until(() => taps().length === 2, "another tap");
        expect(await at({ x: 60, y: 60 }), "the square is not where it was tapped");
        client.say({ event: "error", message: "cannot follow the tap", id: taps()[1].id });
        await browser.until("told.at(-1)?.type === 'error'");
        expectEqual(await browser.value("told.at(-1).message"), "cannot follow the tap", "the message");
        expect(await isMarked(), "no mark");
        const mark = await browser.value(`(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(${part("refusal")}.getBoundingClientRect())`);
        expect(Math.hypot(mark.x - 60, mark.y - 60) < 1, `the mark is at ${JSON.stringify(mark)}`);
        expect(await at(middle), "the square is not at what is held");
        const look = await browser.value(`({ words: ${part("words")}.textContent, isWeak: ${part("square")}.classList.contains("weak"),
            sun: ${part("sun")}.checkVisibility(), pulses: ${part("square")}.classList.contains("searching"), said: ${part("status")}.textContent })`);
        expectEqual(look, { words: "Locked", isWeak: true, sun: true, pulses: false, said: "Cannot focus there" }, "what is held");
        await browser.until(`getComputedStyle(${part("refusal")}).visibility === "hidden"`);
    });

    await checks.test("refused where nothing is held, only the mark is shown", async () => {
        await open({ isPhone: false });
        await tapAt(browser, middle);
        await until(() => taps().length === 1, "a tap");
        server.clients.at(-1).say({ event: "error", message: "no tap: not running.", reason: "not running", request: "tap", id: taps()[0].id });
        await browser.until(`${part("refusal")}.checkVisibility()`);
        expect(await browser.value(`!${part("square")}.checkVisibility()`), "a square");
    });
}

async function overtakenTests(checks, browser, server) {
    const { open, taps, at } = squarePage(browser, server);

    await checks.test("a tap that is overtaken is no failure: no mark, no word, no error; the square goes to what has overtaken it", async () => {
        await open({ isPhone: false });
        const client = server.clients.at(-1);
        await tapAt(browser, { x: 60, y: 60 });
        await until(() => taps().length === 1, "a tap");
        client.say({ event: "error", message: "no tap: overtaken", reason: "overtaken", request: "tap", id: taps()[0].id });
        client.say(lock());
        await browser.until("tapfocus.state === 'autoAndForceLocked'");
        expect(await at(middle), "the square is not at the other tap");
        expectEqual(await browser.value(`[${part("refusal")}.checkVisibility(), ${part("status")}.textContent]`), [false, "Focusing"], "the mark, the words");
        expectEqual(await browser.value("told.filter(({ type }) => type === 'error').length"), 0, "errors");
    });

    await checks.test("what is said of the tap before is not shown at the one that is on its way, and stays true when that is refused", async () => {
        await open({ isPhone: false });
        const client = server.clients.at(-1);
        client.say(lock());
        await browser.until("tapfocus.state === 'autoAndForceLocked'");
        await tapAt(browser, { x: 60, y: 60 });
        await until(() => taps().length === 1, "a tap");
        client.say({ event: "settled", focus: "failed", exposure: "converged" });
        await browser.until("told.at(-1).type === 'settled'");
        const look = () => browser.value(`[${part("square")}.classList.contains("searching"), ${part("square")}.classList.contains("failed")]`);
        expectEqual(await look(), [true, false], "the tap on its way");
        client.say({ event: "error", message: "cannot follow the tap", id: taps()[0].id });
        await browser.until("told.at(-1).type === 'error'");
        expectEqual(await look(), [false, true], "the tap before");
        expect(await at(middle), "the square is not at the tap before");
    });
}

async function placeTests(checks, browser, server) {
    const { open, taps } = squarePage(browser, server);

    await checks.test("its words are never under a button of the page, nor cut off by the page's edge", async () => {
        await openCanvas(browser, server, { isPhone: false }, `<button style="position: fixed; left: 0; top: 100px; width: 120px; height: 44px; z-index: 5">Push</button>`);
        const client = server.clients.at(-1);
        const isSeen = ({ x, y }, condition) => browser.until(`(({ left, right, top, bottom }) => tapfocus.state === "autoAndForceLocked" && (${condition}) &&
            Math.abs(${part("square")}.getBoundingClientRect().y + 37.5 - ${y}) < 1 && Math.abs(${part("square")}.getBoundingClientRect().x + 37.5 - ${x}) < 1 &&
            [[left, top], [right, top], [left, bottom], [right, bottom]].every(([x, y]) => document.elementFromPoint(x, y)?.contains(picture)))(
            ${part("words")}.getBoundingClientRect())`);
        /** Below the square lies the button; the words are wider than the room beside the square. */
        const places = [
            [{ x: 60, y: 70 }, { focus: "converged" }, "bottom < 32 && top >= 0"],
            [{ x: 250, y: 70 }, { focus: "converged" }, "top > 107"],
            [{ x: 10, y: 220 }, { focus: "failed", focusReason: "nothingToFocusOn" }, "left >= 3.5 && left < 5"],
            [{ x: 395, y: 220 }, { focus: "failed", focusReason: "nothingToFocusOn" }, "right <= document.documentElement.clientWidth - 3.5"],
        ];
        for (const [place, end, condition] of places) {
            client.say({ ...lock(), point: { x: place.x / 400, y: place.y / 300 } });
            client.say({ event: "settled", exposure: "converged", ...end });
            await isSeen(place, condition);
        }
    });

    await checks.test("with reduced motion nothing shrinks or pulses", async () => {
        await open({ isPhone: false, isReduced: true });
        await tapAt(browser, middle);
        await until(() => taps().length === 1, "a tap");
        expectEqual(await browser.value(`${part("square")}.getAnimations().length`), 0, "animations");
        expectEqual(await browser.value(`${part("square")}.getBoundingClientRect().width`), 75, "the square's width");
    });
}

export async function squareTests(checks, browser, server) {
    await sizeTests(checks, browser, server);
    await stateTests(checks, browser, server);
    await zoomTests(checks, browser, server);
    await lockTests(checks, browser, server);
    await switchTests(checks, browser, server);
    await refusedTests(checks, browser, server);
    await overtakenTests(checks, browser, server);
    await placeTests(checks, browser, server);
}

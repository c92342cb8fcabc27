// Pages with a TapFocus on them, for the tests.

/**
 * Opens a page whose TapFocus is `tapfocus`, connected to the server.
 * @param body has the element `picture`; `script` runs before the TapFocus is made, whose options are `options`.
 */
export async function openPage(browser, server, { body, script = "", options = "{}", size, path = "/test.html", awaits = true }) {
    server.pages.set(path, `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1"><style>body { margin: 0 }</style>${body}
<script type="module">
import { TapFocus } from "/tapfocus.js";
${script}
const sent = [];
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (line) { sent.push(JSON.parse(line)); return send.call(this, line); };
const tapfocus = new TapFocus(document.getElementById("picture"), ${options});
const told = [];
for (const type of ["state", "settled", "error", "compensation"]) tapfocus.addEventListener(type, ({ detail }) => told.push({ type, ...detail }));
Object.assign(globalThis, { tapfocus, told, sent, tapsSent: () => sent.filter(({ request }) => request === "tap").length });
</script>`);
    await browser.go(`${server.address}${path}`, size);
    if (awaits) await browser.until("globalThis.tapfocus?.isConnected === true");
}

/** The middle and the size of the square on the page. */
export const squareBounds = (browser) => browser.value(`(() => {
    const square = document.querySelector(".tapfocus").shadowRoot.querySelector(".square");
    const { x, y, width, height } = square.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, width, height };
})()`);

/** An expression about a part of the overlay. */
export const part = (name) => `document.querySelector(".tapfocus").shadowRoot.querySelector("[part=${name}]")`;

/** A tap by the mouse. */
export async function tapAt(browser, { x, y }) {
    const event = { x, y, button: "left", clickCount: 1 };
    await browser.command("Input.dispatchMouseEvent", { type: "mousePressed", ...event });
    await browser.command("Input.dispatchMouseEvent", { type: "mouseReleased", ...event });
}

/** The mouse is pressed in one place for a while, ms, and released. */
export async function pressAt(browser, { x, y }, time) {
    const event = { x, y, button: "left", clickCount: 1 };
    await browser.command("Input.dispatchMouseEvent", { type: "mousePressed", ...event });
    await wait(time);
    await browser.command("Input.dispatchMouseEvent", { type: "mouseReleased", ...event });
}

/** Touches: each step is a list of the fingers that are down, `{ x, y, id }`; without an id it is the place in the list. */
export async function touch(browser, ...steps) {
    for (const step of steps) {
        const down = step.map(({ x, y, id }, index) => ({ x, y, id: id ?? index }));
        const before = browser.fingers ?? [];
        const lifted = before.filter(({ id }) => !down.some((finger) => finger.id === id));
        const type = lifted.length > 0 ? "touchEnd" : before.length < down.length ? "touchStart" : "touchMove";
        // The end of a touch names the fingers that are lifted; none are all.
        const touchPoints = type !== "touchEnd" ? down : down.length > 0 ? lifted : [];
        await browser.command("Input.dispatchTouchEvent", { type, touchPoints });
        browser.fingers = down;
    }
}

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until something in this process is so, a minute at the longest: a machine may have other work. */
export async function until(isTrue, words) {
    const deadline = Date.now() + 60_000;
    while (!isTrue()) {
        if (Date.now() > deadline) throw new Error(`after a minute it is not so: ${typeof words === "function" ? words() : words}`);
        await wait(10);
    }
}

/** A page with a camera's video, 640 × 360. */
export const videoBody = `<video id="picture" autoplay muted playsinline style="width: 640px; height: 360px; display: block"></video>`;
export const videoSize = { width: 800, height: 600 };
/** Opens the camera as pages do that know nothing of openCamera(). */
export const cameraScript = (extra = "") => `
${extra}
const picture = document.getElementById("picture");
picture.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720, resizeMode: "none" } });
await picture.play();`;

/** A page whose video shows the camera. */
export const openVideo = (browser, server, { script, options = "{ camera: 'Simulated Camera' }", page = {} } = {}) =>
    openPage(browser, server, { body: videoBody, script: cameraScript(script), options, size: videoSize, ...page });

/** The request of a daemon for frames, and the test of a page's declaration. */
export const ask = { event: "measure", id: 7, focus: [0.4, 0.4, 0.2, 0.2], exposure: [0.3, 0.3, 0.4, 0.4], grid: false, interval: 0 };
export const isHeld = (client) => client?.requests("hold-frames").at(-1)?.width === 1280;

// Pages with a TapFocus on them, for the tests.

/**
 * Opens a page whose TapFocus is `tapfocus`, connected to the server.
 * @param body has the element `picture`; `script` runs before the TapFocus is made, whose options are `options`.
 */
export async function openPage(browser, server, { body, script = "", options = "{}", size, path = "/test.html", awaits = true }) {
    server.pages.set(path, `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>body { margin: 0 }</style>${body}
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

/** Touches: each step is a list of points, or "wait". */
export async function touch(browser, ...steps) {
    let former = [];
    for (const points of steps) {
        const type = points.length === 0 ? "touchEnd" : former.length < points.length ? "touchStart" : former.length > points.length ? "touchEnd" : "touchMove";
        await browser.command("Input.dispatchTouchEvent", { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
        former = points;
    }
}

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Waits until something in this process is so, ten seconds at the longest. */
export async function until(isTrue, words) {
    const deadline = Date.now() + 10_000;
    while (!isTrue()) {
        if (Date.now() > deadline) throw new Error(`after ten seconds it is not so: ${typeof words === "function" ? words() : words}`);
        await wait(10);
    }
}

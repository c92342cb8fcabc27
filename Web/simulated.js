// A camera, a kiosk and TapFocus itself without hardware and without a daemon: simulation.wasm runs them in a worker.
// It is the page's with ?simulated; any page can show it in place of a camera.
import { addressOfLine } from "./tapfocus-elsewhere.js";

/** The time between two pictures, in ms: the simulated sensor takes 30 a second. Screens do not keep time to the millisecond. */
const pictureTime = 30;

const happenings = [
    { happening: "push", words: "Push the kiosk", explanation: "Within three seconds of a touch this is only remembered" },
    { happening: "visit", words: "Somebody walks by", explanation: "The picture shows somebody else: that unlocks, too, once the kiosk has stood still for five seconds" },
];

/**
 * Begins a simulated kiosk.
 *
 * @param {{ seed?: number, strip?: boolean }} options - `seed` of the noise, a whole number; `strip`: false leaves out the buttons.
 * @returns `canvas`, which shows the camera's picture, `transport`, which the module uses in place of a WebSocket, and `happen`:
 *     "push", "lift", "visit". The canvas gets an event `measured` for frames that the engine has seen: `sharpness`, `mean`,
 *     and when it was `captured`.
 * @throws Error if the browser cannot run it, or one of the files is missing.
 */
export async function simulatedCamera({ seed = 1, strip = true } = {}) {
    const { worker, width, height } = await begun(seed);
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The simulated camera’s picture: a flower near by, mountains far away");
    const transport = new SimulatedTransport(worker);
    showPictures(worker, canvas, transport);
    const happen = (happening) => worker.postMessage({ now: performance.now(), happening });
    if (strip) document.body.append(buttons(happen));
    return { canvas, transport, happen };
}

/** Begins the worker, and waits until it has loaded everything and painted the scene. */
async function begun(seed) {
    const address = new URL("./simulated-worker.js", import.meta.url);
    const line = addressOfLine(address);
    try {
        const worker = new Worker(line ?? address, { type: "module" });
        return { worker, ...await firstAnswer(worker, seed, address) };
    } catch ({ message }) {
        throw new Error(`The simulated camera does not start: ${message} Serve the folder that Scripts/build/web fills, .build/web.`);
    } finally {
        if (line !== null) URL.revokeObjectURL(line);
    }
}

function firstAnswer(worker, seed, address) {
    return new Promise((done, failed) => {
        const fail = (reason) => {
            worker.terminate();
            failed(new Error(reason));
        };
        worker.onmessage = ({ data }) => (data.error === undefined ? done(data) : fail(data.error));
        // A browser tells no reason where the script comes from another origin.
        worker.onerror = ({ message }) => fail(`${message || `${address.href} cannot be loaded`}.`);
        worker.postMessage({ seed });
    });
}

/** Lines to the simulated kiosk and back. */
class SimulatedTransport {
    #worker;
    #isOpen = false;
    online = null;
    onclose = null;

    constructor(worker) { this.#worker = worker; }

    /** It is open from the beginning, so a listener is called at once. */
    set onopen(heard) {
        if (heard === null) return;
        queueMicrotask(() => {
            this.#isOpen = true;
            heard();
        });
    }

    /** @param {string} line - a request of the control protocol. */
    send(line) { this.#worker.postMessage({ now: performance.now(), line }); }

    /** The picture goes on; nothing more is heard. */
    close() { this.#isOpen = false; }

    hear(lines) {
        for (const line of lines) if (this.#isOpen) this.online?.(line);
    }
}

/** Asks for a picture when the screen can show one, and for none while the page is hidden. */
function showPictures(worker, canvas, transport) {
    const context = canvas.getContext("2d", { alpha: false });
    let last = -Infinity;
    let buffer = new ArrayBuffer(canvas.width * canvas.height * 4);
    worker.onmessage = ({ data }) => {
        transport.hear(data.lines);
        if (data.picture === undefined) return;
        if (data.measured !== null) canvas.dispatchEvent(new CustomEvent("measured", { detail: data.measured }));
        buffer = data.picture;
        context.putImageData(new ImageData(new Uint8ClampedArray(buffer), canvas.width, canvas.height), 0, 0);
    };
    requestAnimationFrame(function ask(now) {
        requestAnimationFrame(ask);
        // While there is no buffer, the worker draws.
        if (buffer === null || now - last < pictureTime) return;
        last = now;
        worker.postMessage({ now: performance.now(), buffer }, [buffer]);
        buffer = null;
    });
}

function buttons(happen) {
    const sheet = document.createElement("link");
    // tapfocus-web gives its files to pages of other origins only where they ask with CORS.
    Object.assign(sheet, { rel: "stylesheet", crossOrigin: "anonymous", href: new URL("./simulated.css", import.meta.url) });
    document.head.append(sheet);
    const strip = document.createElement("div");
    strip.className = "simulated";
    strip.setAttribute("role", "group");
    strip.setAttribute("aria-label", "What happens to the simulated kiosk");
    for (const { happening, words, explanation } of happenings) {
        const button = document.createElement("button");
        Object.assign(button, { type: "button", textContent: words, title: explanation });
        button.dataset.happening = happening;
        button.addEventListener("click", () => happen(happening));
        strip.append(button);
    }
    return strip;
}

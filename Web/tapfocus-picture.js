// The picture of a camera that another program holds, in an <img>: tapfocus-web passes it on as a stream of JPEG frames, each of which
// replaces the one before.
import { socketAddress } from "./tapfocus-connection.js";

/** Waits before the picture is asked for again, ms: from the first to the longest, doubled each time. */
const firstPause = 1_000;
const longestPause = 10_000;
/** The longest wait for the frame of a photo, ms. */
const photoTime = 5_000;

const ended = "The picture has ended.";
/** A browser tells a page neither the status nor the words of an answer to its `<img>`. */
const missing = "The picture does not come: tapfocus-web needs --picture, and tapfocuscamera its picture-socket.";

/** The default address: beside the WebSocket. */
function pictureAddress(given, { url, token }) {
    const socket = new URL(socketAddress(url, token));
    socket.protocol = socket.protocol.replace("ws", "http");
    const address = given === undefined ? new URL("picture", socket) : new URL(given, globalThis.location?.href);
    const word = socket.searchParams.get("token");
    // Another server must not learn it.
    if (word !== null && address.origin === socket.origin) address.searchParams.set("token", word);
    return address;
}

/**
 * Shows the picture in an element that is an `<img>`.
 * @param tapfocus is told of it by the event `picture`: `{ shown: true }` when it is there, `{ shown: false, reason }` when it is not.
 * @param options of it: `picture`, `url`, `token`, `transport`. With a transport of its own, a page has to name the picture.
 * @param began is called when the picture is there.
 * @param signal ends it.
 * @returns null if there is none to show.
 */
export function heldPicture(tapfocus, element, options, began, signal) {
    const isWanted = options.picture !== null && (options.picture !== undefined || options.transport === undefined);
    if (!(element instanceof HTMLImageElement) || !isWanted) return null;
    return new HeldPicture(tapfocus, element, pictureAddress(options.picture, options), began, signal);
}

class HeldPicture {
    #tapfocus;
    #image;
    #address;
    #began;
    #signal;
    #timer = null;
    #failures = 0;
    /** The number of times that it was asked for. */
    #count = 0;
    /** True once a frame has come, until the picture has ended. */
    #isShown = false;
    /** Why there is no picture, as it was told last: each reason is told once. */
    #reason = null;
    /** True while the daemon, or tapfocus-web, is gone: the end of the picture may not have been heard. */
    #isAstray = false;

    constructor(tapfocus, image, address, began, signal) {
        [this.#tapfocus, this.#image, this.#address, this.#began, this.#signal] = [tapfocus, image, address, began, signal];
        // A page of another server may see it only by asking for it with its origin.
        if (address.origin !== globalThis.location.origin) image.crossOrigin = "anonymous";
        // A browser would take a finger that moves for one that carries the picture away.
        image.draggable = false;
        const on = (target, type, heard) => target.addEventListener(type, heard, { signal });
        on(image, "load", () => this.#arrived());
        on(image, "error", () => this.#lost(this.#isShown ? ended : missing));
        on(tapfocus, "event", ({ detail }) => { if (detail.event === "picture") this.#lost(String(detail.message)); });
        on(tapfocus, "state", ({ detail }) => this.#followState(detail.state));
        on(document, "visibilitychange", () => (document.visibilityState === "visible" ? this.#ask() : this.#drop()));
        signal.addEventListener("abort", () => this.#drop());
        if (document.visibilityState === "visible") this.#ask();
    }

    /** A frame that is exposed from now on, as a JPEG. */
    async photo() {
        const address = new URL(this.#address);
        address.pathname += ".jpg";
        const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(photoTime) }).catch(() => null);
        const blob = answer?.ok ? await answer.blob().catch(() => null) : null;
        // An answer without a frame is one that the holder has ended.
        if (blob === null || blob.size === 0) throw new Error("the program that holds the camera gives no frame");
        return blob;
    }

    #ask() {
        this.#wait(null);
        this.#isAstray = false;
        this.#count += 1;
        // Another address, so that the browser asks for it again.
        const address = new URL(this.#address);
        address.searchParams.set("n", String(this.#count));
        this.#image.src = address.href;
    }

    /** Nothing is sent to a page that is not seen. */
    #drop() {
        this.#wait(null);
        this.#isShown = false;
        this.#image.removeAttribute("src");
    }

    /** Some browsers tell of each frame, others of the first one. */
    #arrived() {
        if (this.#isShown || this.#signal.aborted) return;
        this.#isShown = true;
        [this.#failures, this.#reason] = [0, null];
        this.#began();
        this.#tapfocus.refresh();
        this.#tell({ shown: true, reason: null });
    }

    /** A picture that stands still must not look like one that lives: it is taken away, and asked for again after a while. */
    #lost(reason) {
        // Without a source there is none that could be lost.
        if (this.#signal.aborted || !this.#image.hasAttribute("src")) return;
        this.#drop();
        this.#tapfocus.refresh();
        this.#wait(Math.min(firstPause * 2 ** this.#failures, longestPause));
        this.#failures += 1;
        if (reason === this.#reason) return;
        this.#reason = reason;
        this.#tell({ shown: false, reason });
        this.#tapfocus.dispatchEvent(new CustomEvent("error", { detail: { message: reason, request: "picture" } }));
    }

    /** The stream may have ended with the connection that would have told it. */
    #followState(state) {
        if (state === null) this.#isAstray = true;
        else if (this.#isAstray && document.visibilityState === "visible") this.#ask();
    }

    #tell(detail) { this.#tapfocus.dispatchEvent(new CustomEvent("picture", { detail })); }

    /** @param pause until it is asked for again, ms; null: it is not waited for any more. */
    #wait(pause) {
        clearTimeout(this.#timer);
        this.#timer = pause === null ? null : setTimeout(() => this.#ask(), pause);
    }
}

// Tap to focus for a video on a page: new TapFocus(video). Documentation/Browser.md explains it, tapfocus.d.ts declares it.
import { Connection, socketAddress } from "./tapfocus-connection.js";
import { placeOf } from "./tapfocus-geometry.js";
import { recogniseTaps } from "./tapfocus-gestures.js";
import { DaemonClock, FrameHold } from "./tapfocus-hold.js";
import { Overlay } from "./tapfocus-overlay.js";
import { takePicture } from "./tapfocus-photo.js";
import { Settling } from "./tapfocus-settling.js";

const defaultWords = {
    AE: "AE", AF: "AF", brightness: "Brightness", searching: "Focusing", focused: "In focus", failed: "Could not focus",
    refused: "Cannot focus there", continuous: "Continuous focus",
    // Why it could not focus; a reason without words here is told as failed.
    tooDark: "Too dark to focus", tooNoisy: "Too dark to focus", nothingToFocusOn: "Nothing to focus on there",
};

/** Lines from outside may hold anything. */
const isPoint = (point) => Number.isFinite(point?.x) && Number.isFinite(point?.y);

export class TapFocus extends EventTarget {
    #video;
    #options;
    #connection;
    #clock = new DaemonClock();
    #hold = null;
    #overlay;
    #settling = new Settling();
    #state = null;
    #owesView = true;
    #toldView = "";
    #toldCompensation = 0;
    #toldReason = "";
    // Other pages count their taps, too, and everybody who watches reads all numbers.
    #lastTap = Math.floor(Math.random() * 2 ** 40) * 4096;
    #ends = [];

    constructor(video, options = {}) {
        super();
        this.#video = video;
        this.#options = { taps: "page", ...options };
        const { url, token, transport, words } = this.#options;
        this.#overlay = new Overlay(video, { ...defaultWords, ...words }, (ev) => this.compensate(ev));
        this.words = { ...defaultWords, ...words };
        this.#connection = new Connection(socketAddress(url, token), transport, {
            opened: () => this.#opened(), heard: (event) => this.#heard(event), closed: (reason) => this.#closed(reason),
        });
        if (video instanceof HTMLVideoElement) this.#hold = this.#makeHold();
        if (this.#options.taps === "page") this.#takeTaps();
        this.#watchThePage();
        this.#watchTheTrack();
        if (transport !== undefined || document.visibilityState === "visible") this.#connection.open();
    }

    /** continuousAuto, autoAndForceLocked or unlockableLocked; null without a daemon. */
    get state() { return this.#state; }

    get isConnected() { return this.#connection.isOpen && this.#state !== null; }

    /** True while frames are measured. */
    get isMeasuring() { return this.#hold?.isMeasuring ?? false; }

    /** The exposure compensation, EV. */
    get compensation() { return this.#overlay.sun.value; }

    /** Focuses and exposes at a point of the picture, in shares of the frames. False without a daemon. */
    tap({ x, y }) {
        if (!isPoint({ x, y })) return false;
        const [left, top, width, height] = this.#options.crop ?? [0, 0, 1, 1];
        const id = this.#lastTap + 1;
        const request = { request: "tap", x: left + x * width, y: top + y * height, in: "picture", id };
        if (!this.isConnected || !this.#connection.send(request)) return false;
        this.#lastTap = id;
        this.#settling.asked(id);
        this.#overlay.show({ x, y }, "small", this.#place());
        this.#overlay.isSearching = true;
        this.#overlay.say(this.words.searching);
        return true;
    }

    /** Makes the picture brighter (above 0) or darker, EV, until the next tap or the return to continuous. */
    compensate(ev) { return this.#connection.send({ request: "compensate", ev, until: "continuous" }); }

    /** When nothing settles any more: how it ended; null when nothing did, or no daemon is there. */
    settled() { return this.#settling.ended(); }

    /** A photo, once everything has settled. */
    async takePhoto() {
        await this.settled();
        return takePicture(this.#video);
    }

    /** Looks again where the picture is: for a page that has moved it by a transform, which no event tells. */
    refresh() {
        this.#overlay.attach();
        this.#overlay.draw(this.#place());
        this.#tellView();
    }

    /** Ends everything: the connection, the hold, the square. */
    close() {
        for (const end of this.#ends) end();
        this.#connection.close();
        this.#hold?.close();
        this.#overlay.remove();
    }

    #place() { return placeOf(this.#video, this.#overlay.surroundings().matrix); }

    #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }

    #makeHold() {
        return new FrameHold(this.#video, this.#options, this.#clock, (request) => this.#connection.send(request), {
            measured: (frame) => this.#tell("measured", frame),
            failed: (message) => this.#tell("error", { message, request: "hold-frames" }),
        });
    }

    #takeTaps() {
        const { style } = this.#video;
        const before = style.touchAction;
        // A second tap must not wait for a double tap's zoom. What the page has chosen itself stays.
        if (getComputedStyle(this.#video).touchAction === "auto") style.touchAction = "manipulation";
        const end = recogniseTaps(this.#video, (place) => {
            const point = this.#place()?.pictureAt(place);
            if (point) this.tap(point);
        });
        this.#ends.push(end, () => { style.touchAction = before; });
    }

    #watchThePage() {
        const on = (target, types, listener, options) => {
            for (const type of types) target.addEventListener(type, listener, options);
            this.#ends.push(() => { for (const type of types) target.removeEventListener(type, listener, options); });
        };
        const refresh = () => this.refresh();
        const observer = new ResizeObserver(refresh);
        observer.observe(this.#video);
        this.#ends.push(() => observer.disconnect());
        on(document, ["scroll", "transitionend", "fullscreenchange"], refresh, { capture: true, passive: true });
        on(globalThis, ["resize"], refresh);
        on(document, ["visibilitychange"], () => this.#visibilityChanged());
        on(this.#video, ["loadedmetadata"], () => this.#streamBegan());
        on(this.#video, ["resize", "emptied"], () => this.#streamChanged());
    }

    /** A hidden page lets go of everything, so that a visible one can have the frames. */
    #visibilityChanged() {
        if (document.visibilityState === "visible") {
            this.#owesView = true;
            this.#connection.open();
            this.#showView();
        } else if (this.#options.transport === undefined) {
            this.#connection.close();
        }
    }

    #streamBegan() {
        this.#owesView = true;
        this.#showView();
        this.#streamChanged();
    }

    #trackEnded = () => this.#hold?.streamChanged();

    /** A track ends when its camera is unplugged; the video tells nothing then. */
    #watchTheTrack() {
        const [track] = this.#video.srcObject?.getVideoTracks?.() ?? [];
        track?.addEventListener("ended", this.#trackEnded);
    }

    #streamChanged() {
        this.#watchTheTrack();
        this.#hold?.streamChanged();
        this.refresh();
    }

    #showView() {
        if (this.#owesView && this.#connection.send({ request: "show-view" })) this.#owesView = false;
    }

    #opened() {
        this.#clock.forget();
        this.#toldView = "";
        this.#connection.send({ request: "watch" });
        this.#tellView();
        this.#showView();
        this.#hold?.connected();
    }

    #closed(reason) {
        this.#hold?.disconnected();
        this.#settling.abandoned();
        this.#overlay.hide();
        this.#compensated(0);
        const wasThere = this.#state !== null;
        this.#state = null;
        if (wasThere) this.#tell("state", { state: null, reason });
        else if (reason && reason !== this.#toldReason) this.#tell("error", { message: reason });
        // Each attempt to connect again may fail for the same reason: it is told once.
        this.#toldReason = reason;
    }

    /** For contacts that `tapfocus run` reads itself: where the picture is on the screen. The page fills the screen then. */
    #tellView() {
        if (this.#options.taps !== "touchscreen" || !this.#connection.isOpen) return;
        const view = this.#place()?.view([globalThis.innerWidth, globalThis.innerHeight]);
        const told = JSON.stringify(view);
        if (view === undefined || told === this.#toldView) return;
        this.#toldView = told;
        if (view !== null) return this.#connection.send({ request: "view", ...view });
        const message = "the picture is turned so that no view says it: turn it by quarters, or use taps: \"page\"";
        this.#tell("error", { message, request: "view" });
    }

    #heard(event) {
        this.#clock.heard(event);
        this.#settling.heed(event);
        if (this.#hold?.heed(event)) return this.#tell("event", event);
        switch (event.event) {
            case "status": this.#status(event); break;
            case "state": this.#stateChanged(event); break;
            case "settled": this.#settled(event); break;
            case "compensation": this.#compensated(event.ev); break;
            case "tap-ignored": this.#refused(event); break;
            case "error":
                this.#refused(event);
                this.#tell("error", event);
                break;
            default: break;
        }
        this.#tell("event", event);
    }

    #status(event) {
        this.#compensated(event.compensation ?? 0);
        if (this.#state === event.state || typeof event.state !== "string") return;
        this.#state = event.state;
        this.#toldReason = "";
        if (isPoint(event.point)) {
            this.#overlay.show(this.#inFrames(event.point), "small", this.#place());
            this.#overlay.isWeak = event.state === "unlockableLocked";
        }
        this.#tell("state", event);
    }

    #stateChanged(event) {
        this.#state = event.state;
        const overlay = this.#overlay;
        if (event.state === "continuousAuto") {
            overlay.show(this.#place()?.centreOfPicture() ?? { x: 0.5, y: 0.5 }, "large", this.#place());
            overlay.say(this.words.continuous);
        } else if (event.state === "unlockableLocked") {
            overlay.isWeak = true;
        } else if (event.id !== this.#lastTap && isPoint(event.point)) {
            overlay.show(this.#inFrames(event.point), "small", this.#place());
            overlay.isSearching = true;
            overlay.say(this.words.searching);
        }
        this.#tell("state", event);
    }

    /** A point of the camera's whole picture, in shares of the frames. */
    #inFrames({ x, y }) {
        const [left, top, width, height] = this.#options.crop ?? [0, 0, 1, 1];
        return { x: (x - left) / width, y: (y - top) / height };
    }

    #settled(event) {
        const isHeld = (end) => end === "converged" || end === "held";
        this.#overlay.isSearching = false;
        this.#overlay.hold([...(isHeld(event.exposure) ? ["AE"] : []), ...(isHeld(event.focus) ? ["AF"] : [])]);
        if (event.focus === "failed") this.#overlay.fail();
        this.#overlay.say(event.focus === "failed" ? this.words[event.focusReason] ?? this.words.failed : this.words.focused);
        this.#tell("settled", event);
    }

    #refused(event) {
        if (event.id !== this.#lastTap) return;
        this.#overlay.refuse();
        this.#overlay.say(this.words.refused);
    }

    #compensated(ev) {
        if (!Number.isFinite(ev) || ev === this.#overlay.sun.value && ev === this.#toldCompensation) return;
        this.#overlay.sun.value = ev;
        this.#toldCompensation = ev;
        this.#tell("compensation", { ev });
    }
}

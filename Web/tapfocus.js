// Tap to focus for a video on a page: new TapFocus(video). Documentation/BrowserModule.md explains it, tapfocus.d.ts declares it.
import { CameraOpener } from "./tapfocus-camera.js";
import { Connection, socketAddress } from "./tapfocus-connection.js";
import { Facts } from "./tapfocus-facts.js";
import { placeOf } from "./tapfocus-geometry.js";
import { recogniseTaps, zoomByPinches } from "./tapfocus-gestures.js";
import { FrameHold } from "./tapfocus-hold.js";
import { Indicator } from "./tapfocus-indicator.js";
import { isCompensation } from "./tapfocus-lines.js";
import { defaultWords } from "./tapfocus-look.js";
import { Overlay } from "./tapfocus-overlay.js";
import { watchPage } from "./tapfocus-page.js";
import { Phone, ask, askAt, shown, takeAsItIs, tapFor, told, useDevice } from "./tapfocus-phone.js";
import { described, takePicture } from "./tapfocus-photo.js";
import { heldPicture } from "./tapfocus-picture.js";
import { Settling } from "./tapfocus-settling.js";
import { View } from "./tapfocus-view.js";

export class TapFocus extends Phone {
    #video;
    #options;
    #connection;
    #hold = null;
    #opener = null;
    #picture;
    #overlay;
    #indicator;
    #settling = new Settling();
    #view;
    #state = null;
    #facts = new Facts();
    /** The last report of the daemon: the compensation, and why the connection failed. */
    #reported = { compensation: 0, reason: "" };
    /** The failure in the last event `frames`; null: there was no such event, or the failure is over. */
    #reportedFailure = null;
    #ending = new AbortController();

    constructor(video, options = {}) {
        super();
        this.#video = video;
        this.#options = { taps: "page", ...options };
        const { url, token, transport, crop, taps } = this.#options;
        const words = { ...defaultWords, ...this.#options.words };
        this.#overlay = new Overlay(video, words, {
            compensate: (ev) => this.compensate(ev), tapped: (place) => { if (taps === "page") this.#tapAt(place); },
        });
        this.#indicator = new Indicator(this.#overlay, words, () => this.#place(), crop);
        this.#connection = new Connection(socketAddress(url, token), transport, {
            opened: () => this.#opened(), heard: (event) => this.#heard(event), closed: (reason) => this.#closed(reason),
        });
        const send = (request) => this.#connection.send(request);
        this.#view = new View(taps === "touchscreen", send);
        if (video instanceof HTMLVideoElement) this.#holdFrames(send);
        this.#picture = heldPicture(this, video, this.#options, () => this.#view.shown(), this.#ending.signal);
        if (taps === "page") this.#takeTaps();
        this.#watchThePage();
        if (transport !== undefined || document.visibilityState === "visible") this.#connection.open();
    }

    /** continuousAuto, autoAndForceLocked or unlockableLocked; null without a daemon. */
    get state() { return this.#state; }

    get isConnected() { return this.#connection.isOpen && this.#state !== null; }

    /** True while frames are measured. */
    get isMeasuring() { return this.#hold?.isMeasuring ?? false; }

    /** Why the frames that are shown cannot be measured; null: they can, or nothing is known against it. */
    get frameFailure() { return this.#hold?.failure ?? null; }

    /** The exposure compensation, EV. */
    get compensation() { return this.#reported.compensation; }

    /** Opens a camera for the video, as getUserMedia does; `tapfocus run`, which may stream from it itself, releases it first. */
    async openCamera(constraints = {}) {
        if (this.#opener === null) throw new TypeError("a camera is opened for a <video> only");
        // A page that names the camera itself shows that one under any id.
        return this.#opener.open(constraints, this.#options.camera === undefined ? () => this[useDevice](constraints) : undefined);
    }

    /** Focuses and exposes at a point of the picture, in shares of the frames. False without a daemon. */
    tap({ x, y }) { return this[askAt]({ x, y }, { request: "tap" }); }

    /** Makes the picture brighter (above 0) or darker, EV, until the next tap or the return to continuous. */
    compensate(ev) { return this.isConnected && this.#connection.send({ request: "compensate", ev, until: "continuous" }); }

    /** When nothing settles any more: how the tap ended that is held; null when nothing is, or no daemon is there. */
    settled() { return this.#settling.ended(); }

    async [takeAsItIs](as, of) {
        await this.#opener?.idle;
        const end = await this.settled();
        // The shown picture may be cut, turned and mirrored.
        const point = as === "camera" ? this.#facts.pointIn(this.#options.crop) : null;
        const placeNow = as === "shown" ? () => this.#place() : null;
        const { photo, time, frames } = await takePicture(this.#video, placeNow, of, point, this.#picture);
        const stood = end ?? (this.#state === "continuousAuto" ? this.#facts.unheld : {});
        const ev = this.isConnected ? this.compensation : undefined;
        return described(photo, { time, camera: this.#facts.name, ev, point, frames, focus: stood.focus, exposure: stood.exposure });
    }

    /** Looks again where the picture is: for a page that has moved it by a transform, which no event tells. */
    refresh() {
        if (this.#ending.signal.aborted) return;
        this.#overlay.attach();
        this.#overlay.draw(this.#place());
        this.#tellPlace();
    }

    /** Ends everything, for good: the connection, the hold, the square. The video goes on. */
    close() {
        this.#ending.abort();
        this.followFaces(null);
        this.#opener?.close();
        this.#connection.close();
        this.#hold?.close();
        this.#overlay.remove();
    }

    [shown]() { return this.#ending.signal.aborted ? null : this.#video; }

    [tapFor](point) {
        const id = this.#settling.nextID;
        return this.tap(point) ? id : null;
    }

    [ask](request) { return this.isConnected && this.#connection.send(request); }

    [askAt]({ x, y }, request) {
        if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
        const [left, top, width, height] = this.#options.crop ?? [0, 0, 1, 1];
        const id = this.#settling.nextID;
        const asked = { ...request, x: left + x * width, y: top + y * height, in: "picture", id };
        if (!this.isConnected || !this.#connection.send(asked)) return false;
        this.#settling.asked();
        this.#indicator.asked(id, { x, y });
        return true;
    }

    #place() { return placeOf(this.#video, this.#overlay.surroundings().matrix); }

    #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }

    #holdFrames(send) {
        const hold = new FrameHold(this.#video, this.#options, send, {
            measured: (frame) => {
                this.#judgeFrames();
                this.#tell("measured", frame);
            },
            failed: (message) => {
                this.#judgeFrames();
                this.#tell("error", { message, request: "hold-frames" });
            },
            recovered: () => this.#judgeFrames(),
            astray: () => this.#connection.restart(),
        });
        this.#hold = hold;
        this.#opener = new CameraOpener(this.#video, {
            reserve: async () => await this.#connection.answered() && hold.reserve(this.#facts.path),
            release: () => hold.release(),
        });
    }

    /** Tells when the frames that are shown can be measured no more, or again. */
    #judgeFrames() {
        const failure = this.frameFailure;
        if (failure === this.#reportedFailure) return;
        this.#reportedFailure = failure;
        this.#indicator.isBlind = failure !== null;
        this.#tell("frames", { failure });
    }

    #takeTaps() {
        const { style } = this.#video;
        const before = style.touchAction;
        // A second tap must not wait for a double tap's zoom. What the page has chosen itself stays.
        if (getComputedStyle(this.#video).touchAction === "auto") style.touchAction = "manipulation";
        const pressed = this.#options.longPress === true ? (place) => this.#tapAt(place, (point) => this.lock(point, { taps: "end" })) : null;
        recogniseTaps(this.#video, (place) => this.#tapAt(place), this.#ending.signal, pressed);
        if (this.#options.pinch === true) zoomByPinches(this.#video, this, this.#ending.signal);
        this.#ending.signal.addEventListener("abort", () => { style.touchAction = before; });
    }

    /** A tap, or what takes its place, at a place on the page; it may be beside the picture. */
    #tapAt(place, act = (point) => this.tap(point)) {
        const point = this.#place()?.pictureAt(place);
        if (point) act(point);
    }

    #watchThePage() {
        watchPage(this.#video, {
            moved: () => this.refresh(),
            shown: () => {
                this.#connection.open();
                this.#view.shown();
            },
            // A hidden page releases everything, so that a visible one can have the frames.
            hidden: () => { if (this.#options.transport === undefined) this.#connection.close(); },
            streamBegan: () => {
                this.#view.shown();
                this.#streamChanged();
            },
            streamChanged: () => this.#streamChanged(),
        }, this.#ending.signal);
    }

    #streamChanged() {
        this.#hold?.streamChanged();
        this.#judgeFrames();
        this.refresh();
    }

    #tellPlace() {
        if (!this.#connection.isOpen || this.#view.placed(this.#place())) return;
        const message = "the picture is turned so that no view says it: turn it by quarters, or use taps: \"page\"";
        this.#tell("error", { message, request: "view" });
    }

    #opened() {
        this.#view.opened();
        this.#connection.send({ request: "watch" });
        // Contacts that `tapfocus run` reads from the touchscreen would be the same taps once more.
        if (this.#options.taps !== "touchscreen") this.#connection.send({ request: "send-taps" });
        this.#tellPlace();
        this.#view.tell();
        this.#hold?.connected();
    }

    #closed(reason) {
        this.#hold?.disconnected();
        this.#settling.abandoned();
        this.#indicator.gone();
        this.#judgeFrames();
        this.#compensated(0);
        this[told]({ event: "status" });
        this.#indicator.isLocked = false;
        this.#facts.forget();
        const wasThere = this.#state !== null;
        this.#state = null;
        if (wasThere) this.#tell("state", { state: null, reason });
        else if (reason && reason !== this.#reported.reason) this.#tell("error", { message: reason });
        // Each attempt to connect again may fail for the same reason: it is reported once.
        this.#reported.reason = reason;
    }

    #heard(event) {
        this.#settling.heed(event);
        this.#facts.heed(event);
        this[told](event);
        if (this.#hold?.heed(event)) {
            this.#judgeFrames();
            return this.#tell("event", event);
        }
        switch (event.event) {
            case "status": this.#status(event); break;
            case "state":
                if (typeof event.state !== "string") break;
                this.#state = event.state;
                this.#indicator.state(event);
                this.#tell("state", event);
                break;
            case "settled":
                this.#indicator.settled(event);
                this.#tell("settled", event);
                break;
            case "compensation": this.#compensated(event.ev); break;
            case "lock": this.#indicator.isLocked = this.lockedBy !== null; break;
            case "zoom": this.#indicator.zoomed(event); break;
            case "error": this.#failed(event); break;
            default: break;
        }
        this.#tell("event", event);
    }

    #status(event) {
        this.#compensated(event.compensation ?? 0);
        this.#indicator.isLocked = this.lockedBy !== null;
        if (this.#state === event.state || typeof event.state !== "string") return;
        this.#state = event.state;
        this.#reported.reason = "";
        this.#indicator.status(event);
        this.#tell("state", event);
    }

    /** An ignored tap of this page is no failure of the camera: the square shows it, and no `error` is dispatched. */
    #failed(event) {
        if (event.request === "compensate") this.#overlay.sun.refuse();
        this.#indicator[event.reason === "overtaken" ? "overtaken" : "refused"](event);
        if (event.reason === undefined) this.#tell("error", event);
    }

    #compensated(ev) {
        if (!isCompensation(ev)) return;
        this.#overlay.sun.tell(ev);
        if (ev === this.#reported.compensation) return;
        this.#reported.compensation = ev;
        this.#tell("compensation", { ev });
    }
}

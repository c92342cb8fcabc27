// Holds a camera's frames: reserves the camera, declares the stream, answers `measure` with numbers, asks again when it is refused.
// The states are those of HoldMachine. Here is what they depend on, and what they lead to.
import { DaemonClock } from "./tapfocus-clock.js";
import { HoldMachine, retryPause } from "./tapfocus-hold-machine.js";
import { isWish } from "./tapfocus-lines.js";
import { hasFrameStreams, Measuring } from "./tapfocus-measuring.js";

/** The time after which a stream that could not be measured is declared again, ms. */
const failurePause = 10_000;
/** The default age of a frame when the browser gets it, µs, besides the interval that its transfer takes. */
const queueDelay = 10_000;
const unknownInterval = 33_333;

/** The camera as `tapfocus run` knows it. Chromium ends a label with USB vendor and product: "HD Webcam (046d:0825)". */
export const cameraOf = (label) => /\(([0-9a-f]{4}:[0-9a-f]{4})\)$/i.exec(label)?.[1] ?? label;

/** The daemon's words end so where it has another camera. They do not say where a page names one. */
const wrongCamera = /this tapfocus has the camera .*\((.+)\)\. Name that one\.$/;

/** @returns the message, with the line that a page needs. */
function withRemedy(message) {
    const path = wrongCamera.exec(message)?.[1];
    return path === undefined ? message : `${message} If it is the one that is shown: new TapFocus(video, { camera: ${JSON.stringify(path)} })`;
}

export class FrameHold {
    #video;
    #options;
    #send;
    #listener;
    #measuring;
    #clock = new DaemonClock();
    #machine = new HoldMachine();
    #timer = null;
    /** The camera that is about to be opened, as `tapfocus run` knows it. */
    #reserved = null;
    /** The track that the last request is about. */
    #track = null;
    /** Those who wait to know whether the camera is held. */
    #waiting = [];
    /**
     * The last failures, each reported once: why the hold was refused, until the camera is held; why frames cannot be measured, until
     * one is.
     */
    #failures = { refusal: null, measuring: null };

    /**
     * @param listener has `measured(numbers)`, `failed(message)`, `recovered()`, and `astray()` when a camera is held that is not the
     *     one that is shown: only the end of the connection releases it.
     * @param send sends a request.
     */
    constructor(video, options, send, listener) {
        this.#video = video;
        this.#options = options;
        this.#send = send;
        this.#listener = listener;
        this.#measuring = new Measuring(video, (found) => this.#pass(found));
    }

    /** True while frames are measured. */
    get isMeasuring() { return this.#machine.wish !== null; }

    /** Why the frames that are shown cannot be measured; null: they can, or nothing else is known. */
    get failure() {
        // A reason is about a stream: it holds no more when that has ended.
        return this.#machine.isConnected && this.#liveTrack !== null ? this.#failures.refusal ?? this.#failures.measuring : null;
    }

    connected() {
        this.#carryOut(this.#machine.connected());
        this.#clock.forget();
        this.streamChanged();
    }

    disconnected() {
        this.#failures.refusal = null;
        this.#carryOut(this.#machine.disconnected());
    }

    /**
     * Reserves a camera before it is opened; null: `tapfocus run` has none.
     * @returns a promise: true when `tapfocus run` has released the camera, false when it cannot be reserved.
     */
    reserve(camera) {
        this.#reserved = camera;
        this.streamChanged();
        const { isHeld, isAsking } = this.#machine;
        if (isHeld || !(isAsking || this.#isLoading)) return Promise.resolve(isHeld);
        return new Promise((done) => this.#waiting.push(done));
    }

    /** The camera that was reserved could not be opened. */
    release() {
        this.#reserved = null;
        if (this.#machine.isHeld && this.#options.camera === undefined) this.#listener.astray();
    }

    /** The video has another stream, or another size, or its stream has ended. */
    streamChanged() {
        if (!this.#machine.isConnected) return;
        const track = this.#liveTrack;
        if (track !== null || this.#reserved !== null) this.#measuring.prepare();
        const request = this.#declaration(track);
        if (request === null) return;
        if (JSON.stringify(request) !== JSON.stringify(this.#machine.request)) {
            this.#carryOut(this.#machine.ask(request));
        } else if (track !== this.#track) {
            // Another stream that looks like the one before: the wish is still the same.
            this.#measuring.restart(track, request.interval);
        }
        this.#track = track;
    }

    /** Follows an event about the hold; false for all others. */
    heed(event) {
        this.#clock.heard(event);
        switch (event.event) {
            case "measure":
                if (this.#liveTrack !== null && isWish(event)) this.#carryOut(this.#machine.measure(event));
                return true;
            case "rest":
                this.#carryOut(this.#machine.rest());
                return true;
            case "held":
                this.#failures.refusal = null;
                this.#carryOut(this.#machine.held(event.measures));
                return true;
            case "error":
                if (event.request !== "hold-frames") return false;
                this.#refused(event.message);
                return true;
            default: return false;
        }
    }

    close() {
        this.disconnected();
        this.#measuring.close();
    }

    /** True while a stream is about to be declared. */
    get #isLoading() {
        return this.#machine.isConnected && this.#liveTrack !== null && this.#measuring.version === null && this.#failures.measuring === null;
    }

    get #liveTrack() {
        const [track] = this.#video.srcObject?.getVideoTracks?.() ?? [];
        return track?.readyState === "live" ? track : null;
    }

    /** The request that fits what the video shows; null when there is nothing to hold. */
    #declaration(track) {
        const { camera = track === null ? this.#reserved : cameraOf(track.label), crop, delay } = this.#options;
        if (track === null) {
            // Its own stream has ended: the camera stays reserved.
            if (this.#machine.hasStream) return { request: "frames-ended" };
            return camera === null ? null : { request: "hold-frames", camera };
        }
        const { version } = this.#measuring;
        // A stream is declared with its measure. That is loaded in a moment; where it cannot be, the camera is reserved.
        if (version === null) return this.#isLoading ? null : { request: "hold-frames", camera };
        // Until the stream begins nothing is shown; its view comes first, because that ends a hold.
        if (this.#video.readyState < HTMLMediaElement.HAVE_METADATA) return null;
        const { width = this.#video.videoWidth, height = this.#video.videoHeight, frameRate } = track.getSettings();
        if (!(width > 0 && height > 0)) return null;
        const interval = frameRate > 0 ? Math.round(1e6 / frameRate) : 0;
        // A picture from the video has waited some intervals to be shown.
        const age = queueDelay + (interval || unknownInterval) * (hasFrameStreams() ? 1 : 3);
        return {
            request: "hold-frames", camera, width, height, interval, stamp: "received", delay: delay ?? age, measure: version,
            ...(crop ? { crop } : {}),
        };
    }

    /** Does what the machine says. */
    #carryOut(actions) {
        for (const [name, value] of actions) {
            switch (name) {
                case "send": this.#send(value); break;
                case "measure": this.#measuring.start(this.#machine.wish, this.#liveTrack, value.interval); break;
                case "rest": this.#measuring.stop(); break;
                case "askLater": this.#askLater(value); break;
                case "stopWaiting": this.#stopWaiting(); break;
                case "decide": for (const done of this.#waiting.splice(0)) done(value); break;
                case "restart": this.#listener.astray(); break;
                default: throw new Error(`there is no action ${name}`);
            }
        }
    }

    #askLater(pause) {
        this.#stopWaiting();
        this.#timer = setTimeout(() => {
            this.#carryOut(this.#machine.retry());
            this.streamChanged();
        }, pause);
    }

    #stopWaiting() {
        clearTimeout(this.#timer);
        this.#timer = null;
    }

    /** The hold is asked for again and again, and refused for the same reason as often: that is reported once. */
    #refused(message) {
        const actions = this.#machine.refused(this.#failures.measuring === null ? retryPause : failurePause);
        this.#carryOut(actions);
        if (actions.some(([name]) => name === "restart")) return;
        this.#report("refusal", withRemedy(message));
    }

    /** Reports a failure, unless it is the same as before. */
    #report(kind, message) {
        const isNews = message !== this.#failures[kind];
        this.#failures[kind] = message;
        if (isNews) this.#listener.failed(message);
    }

    /**
     * Nothing can be measured. The camera stays reserved, and the daemon focuses without frames as well as it can. It may have been
     * one frame, so the stream is declared again after a while; a failure that goes on is reported once.
     */
    #giveUp(message) {
        this.#carryOut(this.#machine.rest());
        this.#report("measuring", message);
        if (!this.#machine.isConnected) return;
        const request = this.#machine.hasStream ? { request: "frames-ended" } : this.#declaration(this.#liveTrack);
        if (request !== null) this.#carryOut(this.#machine.ask(request));
        this.#askLater(failurePause);
    }

    #pass(found) {
        if (found.version !== undefined) return this.streamChanged();
        if (found.failure !== undefined) return this.#giveUp(found.failure);
        const wasFailing = this.#failures.measuring !== null;
        this.#failures.measuring = null;
        // This frame may be without a time, and is reported to nobody then.
        if (wasFailing) this.#listener.recovered();
        const captured = this.#clock.captured(found.captured, hasFrameStreams());
        if (captured === null) return;
        const frame = { ...found, captured };
        this.#send({
            request: "frame", id: frame.id, sequence: frame.sequence, captured, sharpness: [frame.sharpness], mean: frame.mean,
            bright: frame.bright, dark: frame.dark, ...(frame.grid ? { grid: frame.grid } : {}),
        });
        this.#listener.measured(frame);
    }
}

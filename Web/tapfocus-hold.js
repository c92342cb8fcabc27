// Holds a camera's frames: declares the stream, answers `measure` with numbers, asks again when it is refused.
import { hasFrameStreams, Measuring } from "./tapfocus-measuring.js";

/** The time after which a hold that was refused is asked for again, ms. */
const retryPause = 2_000;
/** The default age of a frame when the browser gets it, µs, besides the interval that its transfer takes. */
const queueDelay = 10_000;
const unknownInterval = 33_333;
/** The version of the measure in measure.wasm, which fixes what its numbers mean. */
export const measureVersion = 2;

/** The camera as `tapfocus run` knows it. Chromium ends a label with USB vendor and product: "HD Webcam (046d:0825)". */
export const cameraOf = (label) => /\(([0-9a-f]{4}:[0-9a-f]{4})\)$/i.exec(label)?.[1] ?? label;

const isRegion = (region) => Array.isArray(region) && region.length === 4 && region.every(Number.isFinite);
const isWish = ({ id, focus, exposure = focus }) => Number.isSafeInteger(id) && isRegion(focus) && isRegion(exposure);

export class FrameHold {
    #video;
    #options;
    #send;
    #listener;
    #measuring;
    #clock;
    #isConnected = false;
    #timer = null;
    #declared = null;
    #told = null;

    /** @param listener has `measured(numbers)` and `failed(message)`; `send` takes a request; `clock` is the daemon's. */
    constructor(video, options, clock, send, listener) {
        this.#video = video;
        this.#options = options;
        this.#clock = clock;
        this.#send = send;
        this.#listener = listener;
        this.#measuring = new Measuring(video, (found) => this.#pass(found));
    }

    /** True while frames are measured. */
    isMeasuring = false;

    connected() {
        this.#isConnected = true;
        this.streamChanged();
    }

    disconnected() {
        this.#isConnected = false;
        this.#declared = null;
        this.#told = null;
        this.#forgetTimer();
        this.#rest();
    }

    /** The video has another stream, or another size, or its stream has ended. */
    streamChanged() {
        if (!this.#isConnected) return;
        const request = this.#declaration();
        if (request === null || JSON.stringify(request) === JSON.stringify(this.#declared)) return;
        this.#rest();
        this.#ask(request);
    }

    /** Takes an event about the hold; false for all others. */
    heed(event) {
        switch (event.event) {
            case "measure": this.#measure(event); return true;
            case "rest": this.#rest(); return true;
            case "held": this.#held(event); return true;
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

    get #track() {
        const [track] = this.#video.srcObject?.getVideoTracks?.() ?? [];
        return track?.readyState === "live" ? track : null;
    }

    /** The request that fits what the video shows; null when there is nothing to hold. */
    #declaration() {
        const track = this.#track;
        const { camera = track === null ? undefined : cameraOf(track.label), crop, delay, taps } = this.#options;
        if (track === null) {
            // Its own stream has ended: the camera stays reserved.
            if (this.#declared?.width !== undefined) return { request: "frames-ended" };
            return camera === undefined ? null : { request: "hold-frames", camera };
        }
        const { width = this.#video.videoWidth, height = this.#video.videoHeight, frameRate } = track.getSettings();
        if (!(width > 0 && height > 0)) return null;
        const interval = frameRate > 0 ? Math.round(1e6 / frameRate) : 0;
        // A picture taken from the video has waited to be shown, some intervals.
        const age = queueDelay + (interval || unknownInterval) * (hasFrameStreams() ? 1 : 3);
        return {
            request: "hold-frames", camera, width, height, interval, stamp: "received", delay: delay ?? age, measure: measureVersion,
            taps: taps === "page", ...(crop ? { crop } : {}),
        };
    }

    #ask(request) {
        this.#forgetTimer();
        this.#declared = request;
        this.#send(request);
    }

    #askLater() {
        this.#forgetTimer();
        this.#timer = setTimeout(() => {
            this.#declared = null;
            this.streamChanged();
        }, retryPause);
    }

    #forgetTimer() {
        clearTimeout(this.#timer);
        this.#timer = null;
    }

    /** A hold without the declared stream has fallen back, when the camera was unplugged for instance: it is declared again. */
    #held({ measures }) {
        this.#told = null;
        this.#forgetTimer();
        if (this.#declared?.width === undefined) return;
        if (measures) return this.#measuring.prepare();
        this.#rest();
        this.#askLater();
    }

    /** It is asked for again and again, and refused for the same reason as often: that is told once. */
    #refused(message) {
        this.#rest();
        this.#askLater();
        if (message !== this.#told) this.#listener.failed(message);
        this.#told = message;
    }

    #measure(wish) {
        const track = this.#track;
        if (track === null || this.#declared?.width === undefined || !isWish(wish)) return;
        this.isMeasuring = true;
        this.#measuring.start(wish, track, this.#declared.interval);
    }

    #rest() {
        this.isMeasuring = false;
        this.#measuring.stop();
    }

    /** Nothing can be measured. The camera stays reserved, and the daemon focuses without frames as well as it can. */
    #giveUp(message) {
        this.#rest();
        this.#send({ request: "frames-ended" });
        this.#listener.failed(message);
    }

    #pass(found) {
        if (found.failure !== undefined) return this.#giveUp(found.failure);
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

/** CLOCK_MONOTONIC, as the daemon's lines tell it, beside the page's clock. All in µs. */
export class DaemonClock {
    #ahead = null;

    /** A line has come. It was written before, so the line that came fastest tells best, and errs to the older side. */
    heard(event) {
        if (typeof event.time !== "number") return;
        const ahead = event.time / 1000 - performance.now() * 1000;
        if (this.#ahead === null || ahead > this.#ahead) this.#ahead = ahead;
    }

    forget() { this.#ahead = null; }

    /** The time of a frame. Chromium's streams tell CLOCK_MONOTONIC; others, the page's clock or one that nobody knows. */
    captured(time, isStream) {
        if (this.#ahead === null) return isStream ? Math.round(time) : null;
        const now = performance.now() * 1000 + this.#ahead;
        if (!isStream) return Math.round(time + this.#ahead);
        const age = now - time;
        return Math.round(age > -500_000 && age < 2_000_000 ? time : now);
    }
}

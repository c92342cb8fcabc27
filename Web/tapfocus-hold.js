// Holds a camera's frames: reserves the camera, declares the stream, answers `measure` with numbers, asks again when it is refused.
import { DaemonClock } from "./tapfocus-clock.js";
import { isWish } from "./tapfocus-lines.js";
import { hasFrameStreams, Measuring } from "./tapfocus-measuring.js";

/** The time after which a hold that was refused is asked for again, ms. */
const retryPause = 2_000;
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
    #isConnected = false;
    #timer = null;
    /** The camera that is about to be opened, as `tapfocus run` knows it. */
    #reserved = null;
    /** The last request, the track that it is about, and whether its answer is awaited. */
    #declared = null;
    #track = null;
    #isAsking = false;
    /** True while `tapfocus run` keeps away from the camera's stream. */
    #isHeld = false;
    #waiting = [];
    #told = null;
    /** Why frames could not be measured, as it was told; null: the last one could. */
    #failure = null;
    /** Why the hold was refused; null: it was not, or that is not known yet. */
    #refusal = null;

    /**
     * @param listener has `measured(numbers)`, `failed(message)`, `recovered()`, and `astray()` when a camera is held that is not the one that is
     *     shown: only the end of the connection lets go of it.
     * @param send takes a request.
     */
    constructor(video, options, send, listener) {
        this.#video = video;
        this.#options = options;
        this.#send = send;
        this.#listener = listener;
        this.#measuring = new Measuring(video, (found) => this.#pass(found));
    }

    /** True while frames are measured. */
    isMeasuring = false;

    /** Why the frames that are shown cannot be measured; null: they can, or nothing else is known. */
    get failure() {
        // A reason is about a stream: it holds no more when that has ended.
        return this.#isConnected && this.#liveTrack !== null ? this.#refusal ?? this.#failure : null;
    }

    connected() {
        this.#isConnected = true;
        this.#clock.forget();
        this.streamChanged();
    }

    disconnected() {
        this.#isConnected = false;
        this.#isAsking = false;
        this.#declared = null;
        this.#told = null;
        this.#refusal = null;
        this.#forgetTimer();
        this.#rest();
        this.#decided(false);
    }

    /**
     * Reserves a camera before it is opened; null: `tapfocus run` has none.
     * @returns a promise: true when `tapfocus run` has let go of the camera, false when it cannot be reserved.
     */
    reserve(camera) {
        this.#reserved = camera;
        this.streamChanged();
        if (this.#isHeld || !(this.#isAsking || this.#isLoading)) return Promise.resolve(this.#isHeld);
        return new Promise((done) => this.#waiting.push(done));
    }

    /** The camera that was reserved could not be opened. */
    release() {
        this.#reserved = null;
        if (this.#isHeld && this.#options.camera === undefined) this.#listener.astray();
    }

    /** The video has another stream, or another size, or its stream has ended. */
    streamChanged() {
        if (!this.#isConnected) return;
        const track = this.#liveTrack;
        if (track !== null || this.#reserved !== null) this.#measuring.prepare();
        const request = this.#declaration(track);
        if (request === null) return;
        if (JSON.stringify(request) !== JSON.stringify(this.#declared)) {
            this.#rest();
            this.#ask(request);
        } else if (track !== this.#track) {
            // Another stream that cannot be told from the one before: the wish is still the same.
            this.#measuring.restart(track, request.interval);
        }
        this.#track = track;
    }

    /** Takes an event about the hold; false for all others. */
    heed(event) {
        this.#clock.heard(event);
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

    /** True while a stream is about to be declared. */
    get #isLoading() {
        return this.#isConnected && this.#liveTrack !== null && this.#measuring.version === null && this.#failure === null;
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
            if (this.#declared?.width !== undefined) return { request: "frames-ended" };
            return camera === null ? null : { request: "hold-frames", camera };
        }
        const { version } = this.#measuring;
        // A stream is declared with its measure. That is loaded in a moment; where it cannot be, the camera is reserved.
        if (version === null) return this.#isLoading ? null : { request: "hold-frames", camera };
        // Until the stream begins nothing is shown; its view comes first, as that lets go of a tap.
        if (this.#video.readyState < HTMLMediaElement.HAVE_METADATA) return null;
        const { width = this.#video.videoWidth, height = this.#video.videoHeight, frameRate } = track.getSettings();
        if (!(width > 0 && height > 0)) return null;
        const interval = frameRate > 0 ? Math.round(1e6 / frameRate) : 0;
        // A picture taken from the video has waited to be shown, some intervals.
        const age = queueDelay + (interval || unknownInterval) * (hasFrameStreams() ? 1 : 3);
        return {
            request: "hold-frames", camera, width, height, interval, stamp: "received", delay: delay ?? age, measure: version,
            ...(crop ? { crop } : {}),
        };
    }

    #ask(request) {
        this.#forgetTimer();
        this.#declared = request;
        this.#isAsking = request.request === "hold-frames";
        this.#send(request);
    }

    /** Those who wait for the camera need not wait any more. */
    #decided(isHeld) {
        this.#isHeld = isHeld;
        for (const done of this.#waiting.splice(0)) done(isHeld);
    }

    #askLater(pause = retryPause) {
        this.#forgetTimer();
        this.#timer = setTimeout(() => {
            this.#declared = null;
            this.streamChanged();
        }, pause);
    }

    #forgetTimer() {
        clearTimeout(this.#timer);
        this.#timer = null;
    }

    /** A hold without the declared stream has fallen back, when the camera was unplugged for instance: it is declared again. */
    #held({ measures }) {
        this.#told = null;
        this.#refusal = null;
        this.#isAsking = false;
        this.#decided(true);
        if (this.#declared?.width === undefined) return;
        this.#forgetTimer();
        if (measures) return;
        this.#rest();
        this.#askLater();
    }

    /** It is asked for again and again, and refused for the same reason as often: that is told once. */
    #refused(message) {
        const isAstray = this.#isHeld && this.#isAsking;
        this.#isAsking = false;
        this.#rest();
        this.#decided(false);
        // The camera that was held before is still held, and is not the one that is shown now.
        if (isAstray) return this.#listener.astray();
        this.#askLater(this.#failure === null ? retryPause : failurePause);
        this.#refusal = withRemedy(message);
        if (message !== this.#told) this.#listener.failed(this.#refusal);
        this.#told = message;
    }

    #measure(wish) {
        const track = this.#liveTrack;
        if (track === null || this.#declared?.width === undefined || !isWish(wish)) return;
        this.isMeasuring = true;
        this.#measuring.start(wish, track, this.#declared.interval);
    }

    #rest() {
        this.isMeasuring = false;
        this.#measuring.stop();
    }

    /**
     * Nothing can be measured. The camera stays reserved, and the daemon focuses without frames as well as it can. It may have been
     * one frame, so the stream is declared again after a while; a failure that goes on is told once.
     */
    #giveUp(message) {
        this.#rest();
        const isNews = message !== this.#failure;
        this.#failure = message;
        if (isNews) this.#listener.failed(message);
        if (!this.#isConnected) return;
        const request = this.#declared?.width === undefined ? this.#declaration(this.#liveTrack) : { request: "frames-ended" };
        if (request !== null) this.#ask(request);
        this.#askLater(failurePause);
    }

    #pass(found) {
        if (found.version !== undefined) return this.streamChanged();
        if (found.failure !== undefined) return this.#giveUp(found.failure);
        const wasFailing = this.#failure !== null;
        this.#failure = null;
        // This frame may be without a time, and is told to nobody then.
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

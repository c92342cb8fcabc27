// Opens a camera for a video. `tapfocus run` may stream from it itself, so the camera is reserved first.

/** The longest wait for an answer to the reservation, ms. */
const reservationTime = 2_000;
/** The pauses before a camera that is busy is tried again, ms: the program that has it may be releasing it. */
const pauses = [100, 200, 400, 800, 1_600];

/** Waits, until the signal at the longest. */
function wait(milliseconds, signal) {
    return new Promise((go) => {
        const end = () => {
            clearTimeout(timer);
            signal.removeEventListener("abort", end);
            go();
        };
        const timer = setTimeout(end, milliseconds);
        signal.addEventListener("abort", end);
        if (signal.aborted) end();
    });
}

/** Left to itself a browser takes 640 × 480, in which a small region has few pixels. */
const usualSize = { width: { ideal: 1280 }, height: { ideal: 720 } };

/** With resizeMode none the frames are the camera's whole picture, as TapFocus takes them to be. */
function whole({ video, ...others }) {
    const own = typeof video === "object" ? video : {};
    const size = "width" in own || "height" in own ? {} : usualSize;
    return { ...others, video: { resizeMode: "none", ...size, ...own } };
}

/** Chromium's name for it, and one that Firefox has. */
const isBusy = ({ name }) => name === "NotReadableError" || name === "AbortError";

const closed = () => new DOMException("this TapFocus is closed, so it opens no camera", "AbortError");

/** A page that is not secure has no `mediaDevices`, and a TypeError about that would tell its author nothing. */
const insecure = () => new DOMException(
    "A browser gives its camera only to https pages and to localhost. Open this page through https, or as http://localhost.",
    "SecurityError");

/** @throws as getUserMedia does, an AbortError after the signal, and a SecurityError in a page that is not secure. */
async function opened(constraints, signal) {
    if (navigator.mediaDevices === undefined) throw insecure();
    for (const pause of [...pauses, null]) {
        if (signal.aborted) throw closed();
        try {
            return await navigator.mediaDevices.getUserMedia(constraints);
        } catch (error) {
            if (!isBusy(error) || pause === null) throw error;
            await wait(pause, signal);
        }
    }
}

export class CameraOpener {
    #video;
    #hold;
    /** The stream that was opened last, and the constraints that have opened it. */
    #stream = null;
    #constraints = {};
    /** One camera is opened after another: each stream that is opened has to be stopped. */
    #turn = Promise.resolve();
    #ending = new AbortController();

    /** @param hold has `reserve()`, which waits until the camera may be opened, and `release()`, when it could not be. */
    constructor(video, hold) {
        this.#video = video;
        this.#hold = hold;
    }

    /** When no camera is being opened any more; it never rejects. */
    get idle() { return this.#turn; }

    /**
     * Opens a camera in place of the one that is shown, or, if that fails, has that one back.
     * @param turnTo has `tapfocus run` use the camera. It gives a function that takes that back; null: nothing has changed.
     */
    open(constraints, turnTo = async () => null) {
        const turn = this.#turn.then(() => this.#open(whole(constraints), turnTo));
        this.#turn = turn.catch(() => {});
        return turn;
    }

    /** The stream that is shown stays the page's; one that is being opened is stopped when it comes. */
    close() { this.#ending.abort(); }

    async #open(constraints, turnTo) {
        const { signal } = this.#ending;
        if (signal.aborted) throw closed();
        const turnBack = await turnTo();
        if (signal.aborted) throw closed();
        const former = this.#former;
        this.#drop();
        try {
            return await this.#show(constraints, signal);
        } catch (error) {
            await turnBack?.();
            // The error of the camera that was wanted is the one to be told.
            const isBack = former !== null && !signal.aborted && await this.#show(former, signal).then(() => true, () => false);
            if (!isBack) this.#hold.release();
            throw error;
        }
    }

    /** Constraints that open the camera that is shown once more; null: none is shown. */
    get #former() {
        const [track] = this.#stream?.getVideoTracks() ?? [];
        if (track?.readyState !== "live") return null;
        const { deviceId } = track.getSettings();
        const { video, ...others } = this.#constraints;
        return { ...others, video: deviceId ? { ...video, deviceId: { exact: deviceId } } : video };
    }

    /** One stream at a time: some cameras share a USB controller that carries one only. */
    #drop() {
        for (const track of this.#stream?.getTracks() ?? []) track.stop();
        // The stream that was stopped may be measured just now.
        if (this.#video.srcObject === this.#stream) this.#video.srcObject = null;
        this.#stream = null;
    }

    async #show(constraints, signal) {
        await this.#reserve(signal);
        const stream = await opened(constraints, signal);
        if (signal.aborted) {
            for (const track of stream.getTracks()) track.stop();
            throw closed();
        }
        [this.#stream, this.#constraints] = [stream, constraints];
        this.#video.srcObject = stream;
        return stream;
    }

    /** Waits until the camera is reserved, but not for ever. */
    async #reserve(signal) {
        const answered = new AbortController();
        // AbortSignal.any is not yet in every browser of a kiosk.
        signal.addEventListener("abort", () => answered.abort(), { signal: answered.signal });
        const limit = wait(reservationTime, answered.signal);
        await Promise.race([this.#hold.reserve(), limit]);
        answered.abort();
    }
}

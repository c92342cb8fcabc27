// Has the frames of a video measured, in a worker, while that is wanted; at rest there is no reader and no timer.
import { addressOfLine } from "./tapfocus-elsewhere.js";

/** True if the browser gives the camera's own frames, with their times. Other browsers take pictures from the video. */
export const hasFrameStreams = () => "MediaStreamTrackProcessor" in globalThis;

/** Taken from the video: the least time between two pictures, ms. */
const pictureInterval = 100;

export class Measuring {
    #worker = null;
    /** Of the line that fetches a worker from elsewhere, until it has. */
    #address = null;
    #wish = null;
    #isStreaming = false;
    /** Ends the wait for the next picture; null: no pictures are taken from the video. */
    #stopWaiting = null;
    #video;
    #tell;

    /** @param tell gets `{ version }` when measuring can begin, `{ id, captured, sequence, sharpness, … }`, or `{ failure }`. */
    constructor(video, tell) {
        this.#video = video;
        this.#tell = tell;
    }

    /** The version of the measure, which fixes what its numbers mean, by its WebAssembly; null: that is not loaded. */
    version = null;

    /** Loads what is needed: nothing can be measured before. */
    prepare() { this.#worker ??= this.#startWorker(); }

    /** Measures from now on. `wish` is the event `measure`; `interval` is that of the stream, µs. */
    start(wish, track, interval) {
        this.prepare();
        this.#wish = wish;
        const order = { kind: "measure", wish, interval };
        if (!hasFrameStreams()) {
            this.#worker.postMessage(order);
            return this.#takePictures();
        }
        if (this.#isStreaming) return this.#worker.postMessage(order);
        this.#isStreaming = true;
        const { readable } = new MediaStreamTrackProcessor({ track, maxBufferSize: 1 });
        this.#worker.postMessage({ ...order, readable }, [readable]);
    }

    /** Goes on with the same wish in another track. */
    restart(track, interval) {
        const wish = this.#wish;
        if (wish === null) return;
        this.stop();
        this.start(wish, track, interval);
    }

    stop() {
        if (this.#wish === null) return;
        this.#wish = null;
        this.#isStreaming = false;
        this.#stopWaiting?.();
        this.#worker?.postMessage({ kind: "rest" });
    }

    close() {
        this.stop();
        this.#dropWorker();
    }

    #dropWorker() {
        this.#worker?.terminate();
        this.#worker = null;
        this.version = null;
        this.#forgetAddress();
    }

    #forgetAddress() {
        if (this.#address !== null) URL.revokeObjectURL(this.#address);
        this.#address = null;
    }

    #startWorker() {
        const address = new URL("tapfocus-worker.js", import.meta.url);
        this.#address = addressOfLine(address);
        const failure = `${address.href} cannot be loaded; a Content-Security-Policy must allow it as worker-src`;
        const fail = () => {
            this.#dropWorker();
            this.#take({ failure });
        };
        try {
            const worker = new Worker(this.#address ?? address, { type: "module" });
            worker.onmessage = ({ data }) => { if (worker === this.#worker) this.#take(data); };
            worker.onerror = () => { if (worker === this.#worker) fail(); };
            return worker;
        } catch {
            // Some browsers tell at once that the policy forbids it.
            queueMicrotask(fail);
            return null;
        }
    }

    #take(found) {
        if (found.isReady) return this.#forgetAddress();
        if (found.version !== undefined) this.version = found.version;
        // A worker without its WebAssembly is of no use; the next attempt begins with another one.
        else if (this.version === null) this.#dropWorker();
        const isOfFormerWish = found.id !== undefined && found.id !== this.#wish?.id;
        if (!isOfFormerWish) this.#tell(found);
    }

    /** One picture after another, each when the video shows a new one; one such loop at a time. */
    async #takePictures() {
        if (this.#stopWaiting !== null) return;
        while (this.#wish !== null) {
            await this.#nextPicture();
            if (this.#wish === null) break;
            const bitmap = await createImageBitmap(this.#video).catch(() => null);
            // Without a stream's clock the time is that of the page, which the listener converts to the daemon's clock.
            const captured = Math.round(performance.now() * 1000);
            if (this.#wish === null) {
                bitmap?.close();
                break;
            }
            if (bitmap !== null) this.#worker?.postMessage({ kind: "picture", bitmap, captured }, [bitmap]);
            await this.#pause(pictureInterval);
        }
        this.#stopWaiting = null;
    }

    #nextPicture() {
        const video = this.#video;
        if (!video.requestVideoFrameCallback) return this.#pause(0);
        return new Promise((go) => {
            const callback = video.requestVideoFrameCallback(go);
            this.#stopWaiting = () => {
                video.cancelVideoFrameCallback(callback);
                go();
            };
        });
    }

    #pause(milliseconds) {
        return new Promise((go) => {
            const timer = setTimeout(go, milliseconds);
            this.#stopWaiting = () => {
                clearTimeout(timer);
                go();
            };
        });
    }
}

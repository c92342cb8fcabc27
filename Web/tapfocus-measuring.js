// Has the frames of a video measured, in a worker, while that is wanted; at rest there is no reader and no timer.

/** True where frames come as they leave the camera, with its clock. Elsewhere pictures are taken from the video. */
export const hasFrameStreams = () => "MediaStreamTrackProcessor" in globalThis;

/** Taken from the video: the least time between two pictures, ms. */
const pictureInterval = 100;

export class Measuring {
    #worker = null;
    /** Of the line that fetches a worker from elsewhere, until it has. */
    #address = null;
    #wish = null;
    #isStreaming = false;
    #isTakingPictures = false;
    #video;
    #tell;

    /** @param tell takes `{ id, captured, sequence, sharpness, … }` or `{ failure }`. */
    constructor(video, tell) {
        this.#video = video;
        this.#tell = tell;
    }

    /** Loads what is needed, so that the first frame need not wait for it. */
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
        this.#worker?.postMessage({ kind: "rest" });
    }

    close() {
        this.stop();
        this.#dropWorker();
    }

    #dropWorker() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#forgetAddress();
    }

    #forgetAddress() {
        if (this.#address !== null) URL.revokeObjectURL(this.#address);
        this.#address = null;
    }

    /** A worker must come from the page's own origin, so for another one a line of script fetches it. */
    #startWorker() {
        const address = new URL("tapfocus-worker.js", import.meta.url);
        const isOwn = address.origin === globalThis.location.origin;
        if (!isOwn) {
            const line = new Blob([`import ${JSON.stringify(address.href)};`], { type: "text/javascript" });
            this.#address = URL.createObjectURL(line);
        }
        const worker = new Worker(this.#address ?? address, { type: "module" });
        worker.onmessage = ({ data }) => this.#take(data);
        const failure = `${address.href} cannot be loaded; a Content-Security-Policy must allow it as worker-src`;
        worker.onerror = () => {
            // Another stream tries it again.
            this.#dropWorker();
            this.#take({ failure });
        };
        return worker;
    }

    #take(found) {
        if (found.isReady) return this.#forgetAddress();
        if (found.failure !== undefined || found.id === this.#wish?.id) this.#tell(found);
    }

    /** One picture after another, each when the video shows a new one; one such loop at a time. */
    async #takePictures() {
        if (this.#isTakingPictures) return;
        this.#isTakingPictures = true;
        while (this.#wish !== null) {
            await this.#nextPicture();
            if (this.#wish === null) break;
            const bitmap = await createImageBitmap(this.#video).catch(() => null);
            // Without a stream's clock the time is that of the page, which whoever is told turns into the daemon's.
            const captured = Math.round(performance.now() * 1000);
            if (bitmap !== null) this.#worker?.postMessage({ kind: "picture", bitmap, captured }, [bitmap]);
            await new Promise((go) => setTimeout(go, pictureInterval));
        }
        this.#isTakingPictures = false;
    }

    #nextPicture() {
        return new Promise((go) => {
            if (this.#video.requestVideoFrameCallback) this.#video.requestVideoFrameCallback(go);
            else setTimeout(go, 0);
        });
    }
}

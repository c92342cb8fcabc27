// Faces: a detector that the page brings steers the point while nobody has tapped. The pictures stay in the page.

/** The pause between two looks, ms. */
const pause = 200;
/** The shortest time between two taps at faces, ms: a camera that searched all the time would never be sharp. */
const shortestTime = 5000;
/** A face is steady while its centre strays no farther than this share of its width. */
const farthest = 0.1;

const isFace = (face) => [face?.x, face?.y, face?.width, face?.height].every(Number.isFinite) && face.width > 0 && face.height > 0;

/** The largest of the faces that a detector has found, with its middle; null: it has found no face. */
function largest(faces) {
    const found = [...(faces ?? [])].filter(isFace).sort((one, other) => other.width * other.height - one.width * one.height)[0];
    return found === undefined ? null : { x: found.x + found.width / 2, y: found.y + found.height / 2, width: found.width };
}

export class FaceFollower {
    #picture;
    #detect;
    #times;
    #daemon;
    #signal;
    #timer;
    /** The face that is looked at, and since when it is steady: `{ x, y, width, since }`, in pixels of the frames; null: no face is seen. */
    #face = null;
    #seen = -Infinity;
    #tapped = -Infinity;
    /** The id of the tap at a face that is held; null: nothing is, or somebody else has tapped. */
    #own = null;

    /**
     * @param detect gets the video and gives a list of `{ x, y, width, height }` in pixels of its frames, or a promise of one.
     * @param daemon has `state`, `tap(point)` with the id of the tap or null, `letGo()`, and `failed(message)`.
     * @param signal ends it.
     */
    constructor(picture, detect, { hold = 500, lost = 2000 }, daemon, signal) {
        [this.#picture, this.#detect, this.#times, this.#daemon, this.#signal] = [picture, detect, { hold, lost }, daemon, signal];
        signal.addEventListener("abort", () => clearTimeout(this.#timer));
        this.#lookLater();
    }

    /** A tap of somebody else, a lock, or the return to continuous: nothing is held for a face any more, so no face that goes ends it. */
    heed({ event, state, id, by = null, kept = null }) {
        const isAnothers = event === "state" && (state === "continuousAuto" || (state === "autoAndForceLocked" && id !== this.#own));
        if (isAnothers || (event === "lock" && by !== null) || (event === "status" && kept !== null)) this.#own = null;
    }

    #lookLater() { if (!this.#signal.aborted) this.#timer = setTimeout(() => void this.#look(), pause); }

    async #look() {
        try {
            const faces = document.visibilityState === "visible" ? await this.#detect(this.#picture) : [];
            if (!this.#signal.aborted) this.#follow(largest(faces), performance.now());
        } catch (error) {
            // A detector that fails once fails for every picture.
            this.#daemon.failed(`the detector of faces has failed: ${error?.message ?? error}`);
            return;
        }
        this.#lookLater();
    }

    #follow(face, now) {
        if (face === null) {
            this.#face = null;
            if (this.#own === null || now - this.#seen < this.#times.lost) return;
            this.#own = null;
            this.#daemon.letGo();
            return;
        }
        this.#seen = now;
        const strays = this.#face === null || Math.hypot(face.x - this.#face.x, face.y - this.#face.y) > farthest * face.width;
        if (strays) this.#face = { ...face, since: now };
        const isSteady = now - this.#face.since >= this.#times.hold;
        if (!isSteady || now - this.#tapped < shortestTime || this.#daemon.state !== "continuousAuto") return;
        const width = this.#picture.videoWidth || this.#picture.naturalWidth || this.#picture.width;
        const height = this.#picture.videoHeight || this.#picture.naturalHeight || this.#picture.height;
        const point = { x: face.x / width, y: face.y / height };
        if (!(point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1)) return;
        this.#own = this.#daemon.tap(point);
        if (this.#own !== null) this.#tapped = now;
    }
}

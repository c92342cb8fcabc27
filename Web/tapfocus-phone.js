// What a phone's camera has beside the tap: the lock, the zoom, a light, the other camera, faces. TapFocus adds the picture and the connection.
import { FaceFollower } from "./tapfocus-faces.js";
import { lampOf } from "./tapfocus-lamp.js";

/** Sends a request, if a daemon is there: false without one. */
export const ask = Symbol("ask");
/** The same, with a point of the picture. */
export const askAt = Symbol("askAt");
/** Taps at a point: the id of the tap; null without a daemon. */
export const tapFor = Symbol("tapFor");
/** The picture that is shown; null once all has ended. */
export const shown = Symbol("shown");
/** Takes an event of the daemon, or the fields of a status that are of interest here. */
export const told = Symbol("told");
/** Takes a photo as the light is: the sharpest of so many. */
export const takeAsItIs = Symbol("takeAsItIs");
/** Has the daemon use the camera that constraints name by its id. */
export const useDevice = Symbol("useDevice");

/** The longest waits, ms: for an exposure with a light, because nobody holds still for longer; for a list; and for another camera, which may hang. */
const [longestRelight, longestList, longestSwitch] = [3000, 2000, 10_000];

/** Waits for an event: `answer(detail)` gives the value, undefined where it is not the one; `last` after the longest wait. */
function untilEvent(target, type, longest, last, answer) {
    return new Promise((done) => {
        const over = (value) => {
            clearTimeout(timer);
            target.removeEventListener(type, heard);
            done(value);
        };
        const heard = ({ detail }) => {
            const value = answer(detail);
            if (value !== undefined) over(value);
        };
        const timer = setTimeout(over, longest, last);
        target.addEventListener(type, heard);
    });
}

/**
 * True if a camera is the one that a name means, and not the one before the wish: only a camera that is new may have it as a part of its
 * name, or have a link to its path.
 */
function isNamed(camera, name, former) {
    if (typeof camera?.path !== "string") return false;
    const [wanted, called] = [name, String(camera.name)].map((word) => word.toLowerCase());
    if (camera.path === name || called === wanted) return true;
    return camera.path !== former && (name.includes("/") || called.includes(wanted));
}

export class Phone extends EventTarget {
    #lockedBy = null;
    #zoom = null;
    /** The path of the daemon's camera as it was told last; null: it has none. */
    #camera = null;
    /** The light as it was told last. While it `isGoing`, a photo has switched its own off, and it is not known yet whether another is on. */
    #light = { isOn: false, isSearching: false, isGoing: false };
    /** The follower of faces, and what ends it; null: none follows. */
    #faces = null;

    /** By whom focus and exposure are locked: "person" or "application"; null: by nobody. */
    get lockedBy() { return this.#lockedBy; }

    /** The camera's zoom as it was told last: `{ linear, factor, largest }`; null: it has none. */
    get zoomed() { return this.#zoom; }

    /** True while a light is on that somebody has switched: a lamp of `tapfocus run`, or one that an application has told of. */
    get isLit() { return this.#light.isOn; }

    /** Locks focus and exposure at a point, or (null) what is held: nothing that moves unlocks them. False without a daemon. */
    lock(point = null, { taps } = {}) {
        const request = { request: "lock", ...(taps === undefined ? {} : { taps }) };
        return point === null ? this[ask](request) : this[askAt](point, request);
    }

    /** Ends the lock: the next motion lets go of what is held. */
    unlock() { return this[ask]({ request: "unlock" }); }

    /**
     * Zooms the camera: `{ linear }` is a place in its range, 0…1, `{ factor }` the times by which it enlarges; `{ stop: true }` ends a ramp,
     * `{ original: true }` goes back. With `rate`, doublings a second. False without a daemon.
     */
    zoom({ linear, factor, rate, stop, original } = {}) { return this[ask]({ request: "zoom", linear, factor, rate, stop, original }); }

    /** Tells that a lamp of the page's own is on or off: the held exposure is found again, or goes back. False without a daemon. */
    light(isOn) { return this[ask]({ request: "light", on: isOn === true }); }

    /** Switches the lamp of `tapfocus run`, 0…1 of its most; 0 is off. False without a daemon; an `error` says what it cannot. */
    lamp(level) { return this[ask]({ request: "lamp", level }); }

    /**
     * Has `tapfocus run` use another camera, by its path or its name, and resolves when it does: false without a daemon, and if it cannot: then
     * an `error` says why, and nothing has changed.
     */
    async useCamera(name) {
        const former = this.#camera;
        if (!this[ask]({ request: "camera", camera: String(name) })) return false;
        return untilEvent(this, "event", longestSwitch, false, ({ event, request, camera }) => {
            if (event === "error" && request === "camera") return false;
            // A status may also answer another request.
            return event === "status" && isNamed(camera, String(name), former) ? true : undefined;
        });
    }

    /** The cameras that are connected: `{ name, path, used }`, `used` true for the one in use; empty without a daemon. */
    async cameras() {
        if (!this[ask]({ request: "cameras" })) return [];
        const list = await untilEvent(this, "event", longestList, [], ({ event, request, cameras }) => {
            if (event === "error" && request === "cameras") return [];
            return event === "cameras" ? cameras : undefined;
        });
        return list.map(({ name, path, used = false }) => ({ name, path, used }));
    }

    /**
     * Has `tapfocus run` use the camera that constraints name by its id, if it is another one, and knows one by its name.
     * @returns a function that has it use the present one again; null: nothing has changed, or there is none to go back to.
     * @throws NotReadableError if it cannot: an `error` says why, and nothing has changed.
     */
    async [useDevice]({ video }) {
        const id = video?.deviceId?.exact ?? video?.deviceId?.ideal ?? video?.deviceId;
        if (typeof id !== "string" || !this.isConnected) return null;
        const devices = await navigator.mediaDevices?.enumerateDevices() ?? [];
        // `tapfocus run` names it without the USB id that Chromium adds.
        const name = (devices.find(({ deviceId }) => deviceId === id)?.label ?? "").replace(/ \([0-9a-f]{4}:[0-9a-f]{4}\)$/iu, "");
        const cameras = name === "" ? [] : await this.cameras();
        const named = cameras.filter((camera) => camera.name === name);
        if (named.length !== 1 || named[0].used) return null;
        if (!await this.useCamera(named[0].path)) {
            throw new DOMException("tapfocus run cannot use this camera, and goes on with the present one.", "NotReadableError");
        }
        const present = cameras.find(({ used }) => used);
        return present === undefined ? null : () => this.useCamera(present.path);
    }

    /**
     * Lets a detector of the page's own steer the point while nobody has tapped: `detect(picture)` gives `{ x, y, width, height }`, in
     * pixels of the frames, for each face. Null ends it.
     */
    followFaces(detect, times = {}) {
        this.#faces?.ending.abort();
        this.#faces = null;
        const picture = this[shown]();
        if (detect === null || picture === null) return;
        if (typeof detect !== "function") throw new TypeError("followFaces() needs a function that gives a list of faces, or null");
        const ending = new AbortController();
        const state = () => (this.lockedBy === null ? this.state : null);
        const follower = new FaceFollower(picture, detect, times, {
            get state() { return state(); },
            tap: (point) => this[tapFor](point),
            letGo: () => this[ask]({ request: "show-view" }),
            failed: (message) => this.dispatchEvent(new CustomEvent("error", { detail: { message } })),
        }, ending.signal);
        this.#faces = { follower, ending };
    }

    /**
     * A photo, once everything has settled: as the camera gives it, or as the page shows it. `flash` is "on" for the lamp of `tapfocus run`,
     * "auto" for that where it is too dark, "screen", which turns white for it, or a function that switches a lamp of the page's own: it
     * gets true and false, and may return a promise. A light that is on already stays on: "on" and "auto" take the photo with it. It is the
     * sharpest of `of` photos.
     */
    async takePhoto({ as = "camera", flash, of = 1 } = {}) {
        if (as !== "camera" && as !== "shown") throw new TypeError(`a photo is taken as "camera" or as "shown", not as ${JSON.stringify(as)}`);
        if (!Number.isInteger(of) || of < 1 || of > 9) throw new RangeError(`a photo is the sharpest of 1 to 9, not of ${of}`);
        const end = flash === undefined ? null : await this.settled();
        const wasLit = this.isLit && !this.#light.isGoing;
        const lamp = lampOf(flash, end, this, wasLit);
        if (lamp === null) return this[takeAsItIs](as, of);
        try {
            if (await lamp(true)) await this.#untilLit(wasLit);
            return await this[takeAsItIs](as, of);
        } finally {
            const isTold = await lamp(false);
            this.#light.isGoing = isTold;
        }
    }

    /** Waits until the exposure fits the light that was just switched on, or there is no light. One that was on is not told of again. */
    #untilLit(wasLit) {
        if (wasLit && !this.#light.isSearching) return Promise.resolve();
        return untilEvent(this, "event", longestRelight, false, ({ event, request, on, exposure }) => {
            if (event === "error" && request === "lamp") return false;
            return event === "relit" && on && exposure !== "searching" ? true : undefined;
        });
    }

    [told](event) {
        this.#faces?.follower.heed(event);
        switch (event.event) {
            case "lock": this.#locked(event.by ?? null, event); break;
            case "zoom":
                this.#zoom = { linear: event.linear, factor: event.factor ?? null, largest: event.largest ?? null };
                this.dispatchEvent(new CustomEvent("zoom", { detail: event }));
                break;
            // A tap, or the return to continuous, takes the place of the search with the light.
            case "settled": case "state":
                if (event.state !== "unlockableLocked") this.#light.isSearching = false;
                break;
            case "device":
                if (event.device === "camera") this.#camera = event.change === "arrived" ? event.path : null;
                break;
            case "relit":
                this.#light = { isOn: event.on === true, isSearching: event.on === true && event.exposure === "searching", isGoing: false };
                this.dispatchEvent(new CustomEvent("relit", { detail: event }));
                break;
            case "shutter": this.dispatchEvent(new CustomEvent("shutter", { detail: event })); break;
            case "status": {
                const isOn = event.light === true;
                this.#light = { isOn, isSearching: isOn && this.#light.isSearching, isGoing: false };
                this.#camera = event.camera?.path ?? null;
                const { zoom, zoomFactor = null, zoomLargest = null } = event.camera ?? {};
                this.#zoom = zoom === undefined ? null : { linear: zoom, factor: zoomFactor, largest: zoomLargest };
                this.#locked(event.kept ?? null);
                break;
            }
            default: break;
        }
    }

    #locked(by, event = { by }) {
        if (by === this.#lockedBy) return;
        this.#lockedBy = by;
        this.dispatchEvent(new CustomEvent("lock", { detail: event }));
    }
}

// The camera, its levels and the held point, as the daemon has told them last: for the hold, and for photos.
const word = (value) => (typeof value === "string" ? value : null);

export class Facts {
    /** The camera's path and name; null: there is none. */
    path = null;
    name = null;
    /** In the camera's picture; null: nothing is held, or the zoom does not show it. */
    #point = null;
    #isHeld = false;
    /** Of focus and exposure, as in the event `levels`; null: not told. */
    #levels = { focus: null, exposure: null };

    /** Takes an event of the daemon. */
    heed(event) {
        switch (event.event) {
            case "status":
                this.#cameraIs(event.camera);
                this.#stateIs(event);
                break;
            case "state": this.#stateIs(event); break;
            case "levels": this.#levelsAre(event); break;
            case "zoom": if (this.#isHeld) this.#point = event.point ?? null; break;
            case "device": if (event.device === "camera") this.#cameraIs(event.change === "arrived" ? event : null); break;
            default: break;
        }
    }

    /** The daemon is gone. */
    forget() { this.heed({ event: "status" }); }

    /** `focus` and `exposure` while nothing is held: null where the camera has none, or that is not known. */
    get unheld() {
        const stood = (level) => (level === null || level === "none" ? null : "following");
        return { focus: stood(this.#levels.focus), exposure: stood(this.#levels.exposure) };
    }

    /** The held point in shares of frames that show a part (`crop`) of the camera's picture; null: there is none, or outside of them. */
    pointIn(crop) {
        if (!Number.isFinite(this.#point?.x) || !Number.isFinite(this.#point?.y)) return null;
        const [left, top, width, height] = crop ?? [0, 0, 1, 1];
        const [x, y] = [(this.#point.x - left) / width, (this.#point.y - top) / height];
        return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null;
    }

    /** The event of a camera that has arrived has no levels: they come after it. */
    #cameraIs(camera) {
        [this.path, this.name] = [word(camera?.path), word(camera?.name)];
        this.#levelsAre(camera);
    }

    #levelsAre(told) { this.#levels = { focus: word(told?.focusLevel), exposure: word(told?.exposureLevel) }; }

    #stateIs({ state, point }) {
        this.#isHeld = typeof state === "string" && state !== "continuousAuto";
        this.#point = point ?? null;
    }
}

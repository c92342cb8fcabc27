// The state of the square: the place of this page's tap, and the daemon's words about it.
import { isPoint } from "./tapfocus-lines.js";
import { wordsForFailure } from "./tapfocus-look.js";

const isHeld = (end) => end === "converged" || end === "held";

export class Indicator {
    #overlay;
    #words;
    #place;
    #crop;
    /** The place that is held or sought, by the daemon's words: `{ point, isWeak, isSearching, label, hasFailed }`; null: nothing. */
    #told = null;
    /** The tap of this page that is shown and that nothing has been said of: `{ id, point }`; null: none. */
    #asked = null;
    #isBlind = false;

    /**
     * @param place tells where the picture is; null while there is none.
     * @param crop the part of the camera's picture that the frames show.
     */
    constructor(overlay, words, place, crop = [0, 0, 1, 1]) {
        this.#overlay = overlay;
        this.#words = words;
        this.#place = place;
        this.#crop = crop;
    }

    /** True while the frames of this page cannot be measured: what is held may be something else than what it shows. */
    set isBlind(value) {
        this.#isBlind = value;
        if (this.#told === null || this.#asked !== null) return;
        const { label, hasFailed } = this.#told;
        this.#overlay.label(this.#claim(this.#told), this.#place());
        if (label !== "" && !hasFailed) this.#overlay.say(this.#claim({ label: this.#words.focused, hasFailed }));
    }

    /** This page has tapped at a point of its frames. */
    asked(id, point) {
        this.#asked = { id, point };
        this.#overlay.show(point, "small", this.#place());
        this.#overlay.isSearching = true;
        this.#overlay.say(this.#words.searching);
    }

    /** A connection has been made, and this is how things are. */
    status({ state, point, settling }) {
        this.#asked = null;
        this.#told = isPoint(point) ? this.#hold(point, state === "unlockableLocked", settling === true) : null;
        this.#showTold();
    }

    state({ state, point, id }) {
        const overlay = this.#overlay;
        if (state === "unlockableLocked") {
            if (this.#told !== null) this.#told.isWeak = true;
            if (this.#asked === null) overlay.isWeak = true;
        } else if (state === "continuousAuto") {
            this.#asked = null;
            this.#told = null;
            overlay.show(this.#place()?.centreOfPicture() ?? { x: 0.5, y: 0.5 }, "large", this.#place());
            overlay.say(this.#words.continuous);
        } else {
            const isOwn = this.#asked !== null && this.#asked.id === id;
            this.#asked = null;
            this.#told = isPoint(point) ? this.#hold(point, false, true) : null;
            if (isOwn || this.#told === null) return;
            overlay.show(this.#told.point, "small", this.#place());
            overlay.isSearching = true;
            overlay.say(this.#words.searching);
        }
    }

    settled({ focus, exposure, focusReason }) {
        const hasFailed = focus === "failed";
        const failure = wordsForFailure(this.#words, focusReason);
        const label = hasFailed ? failure : isHeld(focus) || isHeld(exposure) ? this.#words.held : "";
        if (this.#told !== null) Object.assign(this.#told, { isSearching: false, label, hasFailed });
        // The square is about a newer tap already.
        if (this.#asked !== null) return;
        this.#overlay.isSearching = false;
        this.#overlay.label(this.#claim({ label, hasFailed }), this.#place());
        if (hasFailed) this.#overlay.fail();
        this.#overlay.say(this.#claim({ label: hasFailed ? failure : this.#words.focused, hasFailed }));
    }

    /** A tap was refused, or was none: its place is marked, and the square goes back to what is still held. */
    refused({ id }) {
        if (this.#asked === null || id !== this.#asked.id) return;
        const { point } = this.#asked;
        this.overtaken({ id });
        this.#overlay.refuse(point, this.#place());
        this.#overlay.say(this.#words.refused);
    }

    /** Something newer came before the camera had taken a tap: that is shown when it is told. */
    overtaken({ id }) {
        if (this.#asked === null || id !== this.#asked.id) return;
        this.#asked = null;
        this.#showTold();
    }

    /** The daemon is gone. */
    gone() {
        this.#asked = null;
        this.#told = null;
        this.#overlay.hide();
    }

    #hold(point, isWeak, isSearching) {
        const [left, top, width, height] = this.#crop;
        return { point: { x: (point.x - left) / width, y: (point.y - top) / height }, isWeak, isSearching, label: "", hasFailed: false };
    }

    /** What can be said of an end: no success that this page cannot see. */
    #claim({ label, hasFailed }) { return this.#isBlind && !hasFailed ? "" : label; }

    #showTold() {
        const overlay = this.#overlay;
        if (this.#told === null) return overlay.hide();
        const { point, isWeak, isSearching, hasFailed } = this.#told;
        overlay.show(point, "small", this.#place(), "still");
        overlay.isWeak = isWeak;
        overlay.isSearching = isSearching;
        overlay.label(this.#claim(this.#told), this.#place());
        if (hasFailed) overlay.fail();
    }
}

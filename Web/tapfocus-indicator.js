// The state of the square: the place of this page's tap, and the daemon's words about it.
import { isPoint } from "./tapfocus-lines.js";
import { wordsForFailure } from "./tapfocus-look.js";

const isHeld = (end) => end === "converged" || end === "held";

export class Indicator {
    #overlay;
    #words;
    #place;
    #crop;
    /** The place that is held or sought, as the daemon reports it: `{ point, isWeak, isSearching, label, hasFailed, isOutside }`; null: nothing. */
    #current = null;
    /** The tap of this page that is shown, and whose answer has not come: `{ id, point }`; null without one. */
    #asked = null;
    #isBlind = false;
    #isLocked = false;

    /**
     * @param place returns the place of the picture; null without a picture.
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
        if (this.#current === null || this.#asked !== null) return;
        const { label, hasFailed } = this.#current;
        this.#overlay.label(this.#claim(this.#current), this.#place());
        if (label !== "" && !hasFailed) this.#overlay.say(this.#claim({ label: this.#words.focused, hasFailed }));
    }

    /** True while a lock keeps what is held. */
    set isLocked(value) {
        if (value === this.#isLocked) return;
        this.#isLocked = value;
        if (this.#current === null || this.#current.label === "" || this.#current.hasFailed) return;
        this.#current.label = this.#heldWord;
        if (this.#asked === null) this.#overlay.label(this.#claim(this.#current), this.#place());
    }

    get #heldWord() { return this.#isLocked ? this.#words.lock : this.#words.held; }

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
        this.#current = isPoint(point) ? this.#hold(point, state === "unlockableLocked", settling === true) : null;
        this.#showCurrent();
    }

    state({ state, point, id }) {
        const overlay = this.#overlay;
        if (state === "unlockableLocked") {
            if (this.#current !== null) this.#current.isWeak = true;
            if (this.#asked === null) overlay.isWeak = true;
        } else if (state === "continuousAuto") {
            this.#asked = null;
            this.#current = null;
            overlay.show(this.#place()?.centreOfPicture() ?? { x: 0.5, y: 0.5 }, "large", this.#place());
            overlay.say(this.#words.continuous);
        } else {
            const isOwn = this.#asked !== null && this.#asked.id === id;
            this.#asked = null;
            this.#current = isPoint(point) ? this.#hold(point, false, true) : null;
            if (isOwn || this.#current === null) return;
            overlay.show(this.#current.point, "small", this.#place());
            overlay.isSearching = true;
            overlay.say(this.#words.searching);
        }
    }

    /** The zoom has changed: the square moves with the picture, and is hidden where its place is not shown. */
    zoomed({ point }) {
        if (this.#current === null) return;
        const wasOutside = this.#current.isOutside;
        this.#current.isOutside = !isPoint(point);
        if (isPoint(point)) this.#current.point = this.#inFrames(point);
        // The square is about a newer tap already.
        if (this.#asked !== null) return;
        if (this.#current.isOutside || wasOutside) return this.#showCurrent();
        this.#overlay.point = this.#current.point;
        this.#overlay.draw(this.#place());
    }

    settled({ focus, exposure, focusReason }) {
        const hasFailed = focus === "failed";
        const failure = wordsForFailure(this.#words, focusReason);
        const label = hasFailed ? failure : isHeld(focus) || isHeld(exposure) ? this.#heldWord : "";
        if (this.#current !== null) Object.assign(this.#current, { isSearching: false, label, hasFailed });
        // The square is about a newer tap already.
        if (this.#asked !== null) return;
        this.#overlay.isSearching = false;
        this.#overlay.label(this.#claim({ label, hasFailed }), this.#place());
        if (hasFailed) this.#overlay.fail();
        this.#overlay.say(this.#claim({ label: hasFailed ? failure : this.#words.focused, hasFailed }));
    }

    /** A tap was refused or ignored: its place is marked, and the square goes back to what is still held. */
    refused({ id }) {
        if (this.#asked === null || id !== this.#asked.id) return;
        const { point } = this.#asked;
        this.overtaken({ id });
        this.#overlay.refuse(point, this.#place());
        this.#overlay.say(this.#words.refused);
    }

    /** Something newer came before the camera had accepted a tap: that is shown when its event comes. */
    overtaken({ id }) {
        if (this.#asked === null || id !== this.#asked.id) return;
        this.#asked = null;
        this.#showCurrent();
    }

    /** The daemon is gone. */
    gone() {
        this.#asked = null;
        this.#current = null;
        this.#overlay.hide();
    }

    #hold(point, isWeak, isSearching) {
        return { point: this.#inFrames(point), isWeak, isSearching, label: "", hasFailed: false, isOutside: false };
    }

    #inFrames(point) {
        const [left, top, width, height] = this.#crop;
        return { x: (point.x - left) / width, y: (point.y - top) / height };
    }

    /** What can be said of an end: no success that this page cannot see. */
    #claim({ label, hasFailed }) { return this.#isBlind && !hasFailed ? "" : label; }

    #showCurrent() {
        const overlay = this.#overlay;
        if (this.#current === null || this.#current.isOutside) return overlay.hide();
        const { point, isWeak, isSearching, hasFailed } = this.#current;
        overlay.show(point, "small", this.#place(), "still");
        overlay.isWeak = isWeak;
        overlay.isSearching = isSearching;
        overlay.label(this.#claim(this.#current), this.#place());
        if (hasFailed) overlay.fail();
    }
}

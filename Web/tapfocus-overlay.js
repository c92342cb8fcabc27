// Draws the square, and the sun beside it, over a video: in a shadow root, as CSS parts, beside the video in the page's tree. So
// what turns or scales the page around the video turns the square, and what turns the video alone does not.
import { apply, inverse } from "./tapfocus-geometry.js";
import { content, style } from "./tapfocus-look.js";
import { Sun } from "./tapfocus-sun.js";

/** From the square's centre to the sun's strip, which begins at the square's edge, and the room that the sun needs, CSS pixels. */
const sunDistance = 40;
const sunRoom = 150;
/** From the words to the edge of the page, CSS pixels. */
const wordsMargin = 4;

export class Overlay {
    #host = document.createElement("div");
    #root = this.#host.attachShadow({ mode: "open" });
    #video;
    /** The point of the picture that the square is about; null: no square is shown. */
    point = null;
    /** The point at which a tap was refused; null without one, or after a while. */
    #refused = null;

    /** @param listener of the sun. */
    constructor(video, words, listener) {
        this.#video = video;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style);
        this.#root.adoptedStyleSheets = [sheet];
        this.#root.innerHTML = content;
        this.#host.className = "tapfocus";
        // While it shrinks, the words are lower than they stay.
        this.#part("square").addEventListener("animationend", () => this.#placeWords());
        this.sun = new Sun(this.#part("sun"), words, listener, (way) => this.#own(way));
        this.attach();
    }

    #part(name) { return this.#root.querySelector(`.${name}`); }

    /** Puts itself behind the video in the page's tree, wherever that has gone. */
    attach() {
        if (this.#video.nextSibling !== this.#host && this.#video.parentNode) this.#video.after(this.#host);
    }

    remove() { this.#host.remove(); }

    /** The matrix of everything around the video, and where the overlay's own origin is on the page. */
    surroundings() {
        const [origin, across, down] = [...this.#root.querySelectorAll(".probe")].map((probe) => probe.getBoundingClientRect());
        const matrix = [across.x - origin.x, across.y - origin.y, down.x - origin.x, down.y - origin.y].map((way) => way / 1000);
        return { matrix, origin };
    }

    #own(way) { return apply(inverse(this.surroundings().matrix) ?? [1, 0, 0, 1], way); }

    /** Moves the square to where its point is shown now. */
    draw(place) {
        this.#put(this.#part("refused"), this.#refused, place);
        const page = this.#put(this.#part("held"), this.point, place);
        if (page === null) return;
        const isLeft = page.x + sunRoom > document.documentElement.clientWidth;
        this.#part("sun").classList.toggle("left", isLeft);
        this.#part("sun").style.left = `${isLeft ? -sunDistance : sunDistance}px`;
        this.#placeWords();
    }

    /** Below the square, or above it where they would be cut off, or would lie under a button of the page; and within its edges. */
    #placeWords() {
        const words = this.#part("words");
        if (words.hidden) return;
        for (const isAbove of [false, true, false]) {
            words.style.removeProperty("--aside");
            words.classList.toggle("above", isAbove);
            const { left, right } = words.getBoundingClientRect();
            const width = document.documentElement.clientWidth;
            const way = Math.max(wordsMargin - left, 0) + Math.min(width - wordsMargin - right, 0);
            words.style.setProperty("--aside", `${this.#own({ x: way, y: 0 }).x}px`);
            if (this.#isInSight(words)) return;
        }
    }

    /** Whether nothing of the page but the video, and what that lies on, is at the corners and in the middle. Words take no touches. */
    #isInSight(words) {
        const { left, right, top, bottom } = words.getBoundingClientRect();
        const middle = [(left + right) / 2, (top + bottom) / 2];
        // The video may be in a shadow tree, into which the document does not look.
        const tree = this.#host.getRootNode();
        return [middle, [left, top], [right, top], [left, bottom], [right, bottom]].every(([x, y]) => {
            const hit = tree.elementFromPoint?.(x, y) ?? null;
            return hit !== null && (hit === this.#host || hit.contains(this.#video));
        });
    }

    /** @returns the place of the point on the page; null when it is not shown. */
    #put(holder, point, place) {
        holder.hidden = point === null || place === null;
        if (holder.hidden) return null;
        const page = place.pageAt(point);
        const { origin } = this.surroundings();
        const { x, y } = this.#own({ x: page.x - origin.x, y: page.y - origin.y });
        holder.style.left = `${x}px`;
        holder.style.top = `${y}px`;
        return page;
    }

    /** Shows the square at a point of the picture: "small" for a tap, "large" for the centre; "still" when it has been there before. */
    show(point, size, place, manner = "") {
        this.point = point;
        const square = this.#part("square");
        square.className = `square ${manner}`;
        // Read, so that the animation starts again.
        void square.offsetWidth;
        square.classList.add(size);
        this.#part("mark").hidden = true;
        this.#part("words").hidden = true;
        this.#part("sun").hidden = size !== "small";
        this.draw(place);
    }

    hide() {
        this.point = null;
        this.#part("held").hidden = true;
    }

    set isSearching(value) { this.#part("square").classList.toggle("searching", value); }

    set isWeak(value) { this.#part("square").classList.toggle("weak", value); }

    /** Says by a mark that focus has failed. */
    fail() {
        this.#part("square").classList.add("failed");
        this.#part("mark").hidden = false;
    }

    /** Marks the point of a tap that was refused, for a moment. What is held stays as it is. */
    refuse(point, place) {
        this.#refused = point;
        const mark = this.#part("refusal");
        mark.style.animationName = "none";
        // Read, so that the animation starts again.
        void mark.offsetWidth;
        mark.style.animationName = "";
        this.draw(place);
    }

    /** Says in words what happened to the tap; "" says nothing. */
    label(text, place) {
        const words = this.#part("words");
        words.textContent = text;
        words.hidden = text === "";
        this.draw(place);
    }

    /** Tells those who do not see. */
    say(text) {
        const status = this.#part("status");
        if (status.textContent !== text) status.textContent = text;
    }
}

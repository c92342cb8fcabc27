// Draws the square, and the sun beside it, over a video: in a shadow root, as CSS parts, beside the video in the page's tree. So
// what turns or scales the page around the video turns the square, and what turns the video alone does not.
import { apply, inverse } from "./tapfocus-geometry.js";
import { Sun } from "./tapfocus-sun.js";

/** The square appears at 187.5 points and shrinks to 75 at a tap, to 112.5 at the centre; that one fades after two seconds. */
const style = `
:host { position: absolute !important; left: 0 !important; top: 0 !important; width: 0 !important; height: 0 !important;
    margin: 0 !important; padding: 0 !important; border: 0 !important; display: block !important; z-index: 1;
    transform: none !important; pointer-events: none; font: 600 13px/1 system-ui, sans-serif; color: white;
    -webkit-user-select: none; user-select: none; }
.probe { position: absolute; width: 0; height: 0; left: 0; top: 0; }
.probe.across { left: 1000px; }
.probe.down { top: 1000px; }
[hidden] { display: none !important; }
.place { position: absolute; left: 0; top: 0; width: 0; height: 0; }
.square { position: absolute; box-sizing: border-box; width: 75px; height: 75px; translate: -50% -50%; border: 2px solid currentColor;
    filter: drop-shadow(0 0 2px rgb(0 0 0 / 0.6)); transition: opacity 0.3s; }
.square.large { width: 112.5px; height: 112.5px; animation: shrink 0.5s ease-out, fade 0.5s 2s forwards; }
.square.small { animation: shrink 0.5s ease-out; }
.square.searching { animation: shrink 0.5s ease-out, pulse 0.7s 0.5s ease-in-out infinite; }
.square.weak { opacity: 0.5; }
.square.refused { animation: fade 0.5s 1s forwards; }
.square.failed { border-style: dashed; }
@keyframes shrink { from { width: 187.5px; height: 187.5px; } }
@keyframes fade { to { opacity: 0; visibility: hidden; } }
@keyframes pulse { 50% { scale: 0.9; opacity: 0.55; } }
.mark { position: absolute; right: -11px; top: -11px; width: 20px; height: 20px; border-radius: 50%; background: rgb(190 30 20);
    color: white; text-align: center; line-height: 20px; }
.words { position: absolute; left: 50%; top: 100%; translate: -50% 8px; white-space: nowrap; padding: 3px 6px; border-radius: 4px;
    color: rgb(20 18 10); background: rgb(255 214 10); }
.sun { position: absolute; width: 44px; height: 160px; top: -80px; touch-action: none;
    filter: drop-shadow(0 0 2px rgb(0 0 0 / 0.6)); transition: opacity 0.3s; outline-offset: 2px; }
.sun.left { translate: -100%; }
.line { position: absolute; left: 50%; top: 0; bottom: 0; width: 2px; translate: -50%; background: currentColor; opacity: 0; }
.sun.dragged .line, .sun:focus-visible .line { opacity: 0.6; }
.disc { position: absolute; left: 50%; top: 50%; width: 44px; height: 44px; margin: -22px; cursor: ns-resize; }
.disc rect { pointer-events: all; }
.value { position: absolute; left: 100%; top: 50%; translate: 0 -50%; padding: 3px 5px; border-radius: 4px; white-space: nowrap;
    background: rgb(0 0 0 / 0.55); }
.sun.left .value { left: auto; right: 100%; }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (prefers-reduced-motion: reduce) {
    .square, .sun { transition: none; }
    .square.large { animation: fade 0s 2s forwards; }
    .square.small, .square.searching { animation: none; }
    .square.searching { border-style: dotted; }
}`;

const content = `
<div class="probe"></div><div class="probe across"></div><div class="probe down"></div>
<div class="place" hidden>
    <div class="square" part="square">
        <span class="mark" part="mark" hidden>!</span><span class="words" part="words" hidden></span>
    </div>
    <div class="sun" part="sun" role="slider" tabindex="0" aria-orientation="vertical">
        <div class="line" part="sun-line"></div>
        <svg class="disc" part="sun-disc" viewBox="-22 -22 44 44" fill="none" stroke="currentColor" stroke-width="2"
            stroke-linecap="round">
            <rect x="-22" y="-22" width="44" height="44" stroke="none"/><circle r="5"/>
            <path d="M0-9v-3M0 9v3M9 0h3M-9 0h-3M6.4-6.4l2-2M-6.4-6.4l-2-2M6.4 6.4l2 2M-6.4 6.4l-2 2"/>
        </svg>
        <span class="value" part="sun-value" hidden></span>
    </div>
</div>
<div class="status" part="status" role="status" aria-live="polite"></div>`;

/** The sun's distance from the square's centre, and the room that it needs there, CSS pixels. */
const sunDistance = 56;
const sunRoom = 150;

export class Overlay {
    #host = document.createElement("div");
    #root = this.#host.attachShadow({ mode: "open" });
    #video;
    #words;
    /** The point of the picture that the square is about; null: no square is shown. */
    point = null;

    /** @param compensate is called with EV when the sun is dragged. */
    constructor(video, words, compensate) {
        this.#video = video;
        this.#words = words;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style);
        this.#root.adoptedStyleSheets = [sheet];
        this.#root.innerHTML = content;
        this.#host.className = "tapfocus";
        this.sun = new Sun(this.#part("sun"), words, compensate, (way) => this.#own(way));
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
        const holder = this.#part("place");
        holder.hidden = this.point === null || place === null;
        if (holder.hidden) return;
        const page = place.pageAt(this.point);
        const { origin } = this.surroundings();
        const { x, y } = this.#own({ x: page.x - origin.x, y: page.y - origin.y });
        holder.style.left = `${x}px`;
        holder.style.top = `${y}px`;
        const isLeft = page.x + sunRoom > document.documentElement.clientWidth;
        this.#part("sun").classList.toggle("left", isLeft);
        this.#part("sun").style.left = `${isLeft ? -sunDistance + 10 : sunDistance - 10}px`;
    }

    /** Shows the square at a point of the picture: "small" for a tap, "large" for the centre. */
    show(point, size, place) {
        this.point = point;
        const square = this.#part("square");
        square.className = "square";
        // Read, so that the animation begins anew.
        void square.offsetWidth;
        square.classList.add(size);
        this.#part("mark").hidden = true;
        this.#part("words").hidden = true;
        this.#part("sun").hidden = size !== "small";
        this.draw(place);
    }

    hide() {
        this.point = null;
        this.#part("place").hidden = true;
    }

    set isSearching(value) { this.#part("square").classList.toggle("searching", value); }

    set isWeak(value) { this.#part("square").classList.toggle("weak", value); }

    /** Says by a mark that focus, or the whole tap, has failed. */
    fail() {
        this.#part("square").classList.add("failed");
        this.#part("mark").hidden = false;
    }

    /** The tap was refused: nothing is held. */
    refuse() {
        this.isSearching = false;
        this.fail();
        this.#part("square").classList.add("refused");
        this.#part("sun").hidden = true;
    }

    /** Names the components that are held: "AE/AF". */
    hold(components) {
        const words = this.#part("words");
        words.textContent = components.map((name) => this.#words[name]).join("/");
        words.hidden = components.length === 0;
    }

    /** Tells those who do not see. */
    say(text) {
        const status = this.#part("status");
        if (status.textContent !== text) status.textContent = text;
    }
}

// The sun beside the square: a slider of the exposure compensation, in steps of a third of an EV. It is dragged anywhere beside the
// square, along its line; a tap there is one on the picture, but on the sun itself. It goes more slowly than the finger that drags it,
// so that a step is aimed at easily.
import { recogniseDrags } from "./tapfocus-gestures.js";

/** The ends of the slider, EV in both directions: beyond them a picture is white or black. `tapfocus run` accepts more. */
const farthest = 2;
const steps = 3;
/** The finger's way for an EV, CSS pixels: a step is 24, less than a fingertip. */
const wayOfAnEV = 72;

const withinEnds = (ev) => Math.min(Math.max(ev, -farthest), farthest);
const rounded = (ev) => Math.round(withinEnds(Math.round(ev * steps) / steps) * 100) / 100;
const spelled = (ev) => `${ev > 0 ? "+" : ev < 0 ? "−" : ""}${Math.abs(ev).toFixed(1)} EV`;

export class Sun {
    #element;
    #listener;
    /** The compensation that counts, and the one that is shown: the person's wish is shown before it is answered. */
    #current = 0;
    #value = 0;
    #isDragged = false;

    /**
     * @param listener has `compensate(ev)`, false when nobody can, and `tapped({ x, y })` for a tap on the picture.
     * @param own turns a way on the page into one beside the square.
     */
    constructor(element, words, listener, own) {
        this.#element = element;
        this.#listener = listener;
        element.setAttribute("aria-label", words.brightness);
        element.setAttribute("aria-valuemin", -farthest);
        element.setAttribute("aria-valuemax", farthest);
        const disc = element.querySelector(".disc");
        let start = 0;
        recogniseDrags(element, {
            began: () => { start = withinEnds(this.#value); },
            dragged: (way) => {
                this.#isDragged = true;
                element.classList.add("dragged");
                this.#choose(start - own(way).y / wayOfAnEV);
            },
            ended: () => {
                this.#isDragged = false;
                element.classList.remove("dragged");
            },
            tapped: ({ x, y, target, isDouble }) => {
                if (!disc.contains(target)) this.#listener.tapped({ x, y });
                else if (isDouble) this.#choose(0);
            },
        });
        element.addEventListener("keydown", (event) => this.#press(event));
        this.#show(0);
    }

    /** Shows the compensation in force, EV. A drag goes on, because the answer to its last value will also come. */
    tell(ev) {
        this.#current = ev;
        if (!this.#isDragged) this.#show(ev);
    }

    /** The wish was refused. */
    refuse() { this.#show(this.#current); }

    #show(ev) {
        this.#value = ev;
        const element = this.#element;
        // Another program may have gone beyond the ends: the words tell that.
        const shown = withinEnds(ev);
        element.setAttribute("aria-valuenow", shown);
        element.setAttribute("aria-valuetext", spelled(ev));
        const value = element.querySelector(".value");
        for (const item of [element.querySelector(".disc"), value]) item.style.top = `${50 - (shown / farthest) * 50}%`;
        value.textContent = spelled(ev);
        value.hidden = ev === 0;
    }

    #choose(ev) {
        const value = rounded(ev);
        if (value === this.#value) return;
        this.#show(value);
        if (!this.#listener.compensate(value)) this.refuse();
    }

    #press(event) {
        const ways = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, Home: 0 };
        const way = ways[event.key];
        if (way === undefined) return;
        event.preventDefault();
        this.#choose(way === 0 ? 0 : this.#value + way / steps);
    }
}

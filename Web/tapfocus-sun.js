// The sun beside the square: a slider of the exposure compensation, in steps of a third of an EV.
import { recogniseDrags } from "./tapfocus-gestures.js";

/** The range of `tapfocus run`, EV in both directions. */
const farthest = 4;
const steps = 3;
/** The way of an EV, CSS pixels: the whole range is the line's length. */
const wayOfAnEV = 20;

const rounded = (ev) => Math.round(Math.min(Math.max(Math.round(ev * steps) / steps, -farthest), farthest) * 100) / 100;
const spelled = (ev) => `${ev > 0 ? "+" : ev < 0 ? "−" : ""}${Math.abs(ev).toFixed(1)} EV`;

export class Sun {
    #element;
    #value = 0;
    #compensate;

    /** @param own turns a way on the page into one beside the square. */
    constructor(element, words, compensate, own) {
        this.#element = element;
        this.#compensate = compensate;
        element.setAttribute("aria-label", words.brightness);
        element.setAttribute("aria-valuemin", -farthest);
        element.setAttribute("aria-valuemax", farthest);
        let start = 0;
        recogniseDrags(element, {
            began: () => { start = this.#value; },
            dragged: (way) => {
                element.classList.add("dragged");
                this.#choose(start - own(way).y / wayOfAnEV);
            },
            ended: () => element.classList.remove("dragged"),
            doubleTapped: () => this.#choose(0),
        });
        element.addEventListener("keydown", (event) => this.#press(event));
        this.value = 0;
    }

    get value() { return this.#value; }

    /** Shows the compensation that counts, EV. */
    set value(ev) {
        this.#value = ev;
        const element = this.#element;
        element.setAttribute("aria-valuenow", ev);
        element.setAttribute("aria-valuetext", spelled(ev));
        element.querySelector(".disc").style.top = `${50 - (ev / farthest) * 50}%`;
        const value = element.querySelector(".value");
        value.textContent = spelled(ev);
        value.hidden = ev === 0;
    }

    #choose(ev) {
        const value = rounded(ev);
        if (value === this.#value) return;
        this.value = value;
        this.#compensate(value);
    }

    #press(event) {
        const ways = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, Home: 0 };
        const way = ways[event.key];
        if (way === undefined) return;
        event.preventDefault();
        this.#choose(way === 0 ? 0 : this.#value + way / steps);
    }
}

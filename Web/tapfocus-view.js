// Says to the daemon that the view is shown, and, for contacts that it reads itself, where the picture is on the screen.

export class View {
    #send;
    #tellsPlace;
    /** True until `show-view` is sent: the page has become visible, or a stream has begun. */
    #isOwed = true;
    #place = "";

    /**
     * @param tellsPlace true when `tapfocus run` reads the touchscreen; the page fills the screen then.
     * @param send sends a request; false when nothing is connected.
     */
    constructor(tellsPlace, send) {
        this.#tellsPlace = tellsPlace;
        this.#send = send;
    }

    /** A new connection knows nothing of the place. */
    opened() { this.#place = ""; }

    /** The view is shown, now or as soon as there is a connection. */
    shown() {
        this.#isOwed = true;
        this.tell();
    }

    tell() { if (this.#isOwed && this.#send({ request: "show-view" })) this.#isOwed = false; }

    /**
     * @param place of the picture; null without a picture.
     * @returns false when no view says it.
     */
    placed(place) {
        if (!this.#tellsPlace || place === null) return true;
        const view = place.view([globalThis.innerWidth, globalThis.innerHeight]);
        const text = JSON.stringify(view);
        if (text === this.#place) return true;
        if (view !== null && !this.#send({ request: "view", ...view })) return true;
        this.#place = text;
        return view !== null;
    }
}

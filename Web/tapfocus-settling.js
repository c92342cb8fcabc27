// Says when nothing settles any more, and how it ended: what `settled()` waits for.

/** The longest wait for an end, ms: longer than any search. A daemon that hangs sends no end. */
const patience = 30_000;

export class Settling {
    /** Other pages also number their taps, and every client that watches reads all numbers. */
    #last = Math.floor(Math.random() * 2 ** 40) * 4096;
    /** The last tap, while its answer has not come; null without one. */
    #asked = null;
    /** True from the lock until `settled`. */
    #isSettling = false;
    /** The end of the tap that is held now; null: nothing is held, or that is not known. */
    #end = null;
    #waiting = [];

    /** The id of another tap. It counts when it is `asked`. */
    get nextID() { return this.#last + 1; }

    /** The next tap was sent. */
    asked() {
        this.#last += 1;
        this.#asked = this.#last;
    }

    heed(event) {
        switch (event.event) {
            case "status": this.#status(event); break;
            case "state":
                this.#isSettling = event.state === "autoAndForceLocked" || (this.#isSettling && event.state === "unlockableLocked");
                if (event.state !== "unlockableLocked") this.#end = null;
                if (event.id === this.#asked) this.#asked = null;
                this.#tell(this.#end);
                break;
            case "settled":
                this.#isSettling = false;
                this.#end = event;
                this.#tell(event);
                break;
            case "error":
                if (event.id === undefined || event.id !== this.#asked) break;
                this.#asked = null;
                this.#tell({ focus: null, exposure: null, message: event.reason ?? event.message });
                break;
            default: break;
        }
    }

    /** The daemon is gone. */
    abandoned() {
        this.#asked = null;
        this.#isSettling = false;
        this.#end = null;
        this.#tell(null);
    }

    ended() {
        if (this.#isOver) return Promise.resolve(this.#end);
        return new Promise((done) => {
            const message = `tapfocus run has not said in ${patience / 1000} s how the tap ended`;
            const timer = setTimeout(() => done({ focus: null, exposure: null, message }), patience);
            this.#waiting.push((end) => {
                clearTimeout(timer);
                done(end);
            });
        });
    }

    get #isOver() { return this.#asked === null && !this.#isSettling; }

    /** A connection that has just been made may find a search under way. */
    #status({ settling, state }) {
        if (typeof settling === "boolean") this.#isSettling = settling;
        if (state === "continuousAuto") this.#end = null;
        this.#tell(this.#end);
    }

    #tell(end) {
        if (!this.#isOver) return;
        for (const done of this.#waiting.splice(0)) done(end);
    }
}

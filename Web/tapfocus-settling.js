// Says when nothing settles any more: what `settled()` waits for.

export class Settling {
    /** The last tap that nothing has been said of; null: none. */
    #asked = null;
    /** True from the lock until `settled`. */
    #isSettling = false;
    #waiting = [];

    /** A tap was sent. */
    asked(id) { this.#asked = id; }

    heed(event) {
        if (event.event === "state") {
            this.#isSettling = event.state === "autoAndForceLocked" || (this.#isSettling && event.state === "unlockableLocked");
            if (event.id === this.#asked) this.#asked = null;
            this.#end(null);
        } else if (event.event === "settled") {
            this.#isSettling = false;
            this.#end(event);
        } else if ((event.event === "error" || event.event === "tap-ignored") && event.id !== undefined && event.id === this.#asked) {
            this.#asked = null;
            this.#end({ focus: null, exposure: null, message: event.message ?? event.reason });
        }
    }

    /** The daemon is gone. */
    abandoned() {
        this.#asked = null;
        this.#isSettling = false;
        this.#end(null);
    }

    ended() {
        if (this.#isOver) return Promise.resolve(null);
        return new Promise((done) => this.#waiting.push(done));
    }

    get #isOver() { return this.#asked === null && !this.#isSettling; }

    #end(result) {
        if (!this.#isOver) return;
        for (const done of this.#waiting.splice(0)) done(result);
    }
}

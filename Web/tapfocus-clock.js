// The daemon's clock, CLOCK_MONOTONIC, beside the page's. All times are in µs.

/** Longer than any machine runs, ns; a line that says so lies. */
const longestRun = 1e18;

export class DaemonClock {
    #ahead = null;

    /** A line has come. It was written before, so the line that came fastest tells best, and errs to the older side. */
    heard(event) {
        if (!(event.time >= 0 && event.time < longestRun)) return;
        const ahead = event.time / 1000 - performance.now() * 1000;
        if (this.#ahead === null || ahead > this.#ahead) this.#ahead = ahead;
    }

    forget() { this.#ahead = null; }

    /** The time of a frame. Chromium's streams tell CLOCK_MONOTONIC; others, the page's clock or one that nobody knows. */
    captured(time, isStream) {
        if (this.#ahead === null) return isStream ? Math.round(time) : null;
        const now = performance.now() * 1000 + this.#ahead;
        if (!isStream) return Math.round(time + this.#ahead);
        const age = now - time;
        return Math.round(age > -500_000 && age < 2_000_000 ? time : now);
    }
}

// Whether this page holds a camera's frames: a state machine without a video, a timer and a connection. Each event returns the actions
// that it leads to, in their order; FrameHold carries them out.
//
// | state   | its data              | meaning |
// |---------|-----------------------|---------|
// | gone    |                       | nothing is connected |
// | open    | isHeld                | connected, and no request counts |
// | asking  | request, isHeld, wish | `hold-frames` waits for its answer; isHeld: the camera of an earlier one is still held |
// | held    | request, wish         | the camera is held, and reserved or streaming as the request says; wish: what is measured, or null |
// | ended   | request, isHeld       | `frames-ended` was sent: the camera stays reserved if it is held |
// | refused | request               | the camera is not held |
//
// | action           | meaning |
// |------------------|---------|
// | send request     | the daemon gets it |
// | measure request  | frames are measured for the wish, at the interval of the request |
// | rest             | no frames are measured |
// | askLater pause   | `retry` comes after a pause in ms, in place of an earlier one |
// | stopWaiting      | no `retry` comes |
// | decide isHeld    | those who wait for the camera may go on |
// | restart          | another camera is held than the one that is shown: only the end of the connection releases it |

/** The time after which a hold that was refused is asked for again, ms. */
export const retryPause = 2_000;

const isStream = (request) => request !== null && request.width !== undefined;

export class HoldMachine {
    #state = { name: "gone" };

    get isConnected() { return this.#state.name !== "gone"; }

    /** True while `hold-frames` waits for its answer. */
    get isAsking() { return this.#state.name === "asking"; }

    /** True while `tapfocus run` keeps away from the camera's stream. */
    get isHeld() { return this.#state.name === "held" || this.#state.isHeld === true; }

    /** What is measured; null: nothing. */
    get wish() { return this.#state.wish ?? null; }

    /** The request that counts; null without one. */
    get request() { return this.#state.request ?? null; }

    /** True while a stream is declared, not only a camera reserved. */
    get hasStream() { return isStream(this.request); }

    connected() {
        this.#state = { name: "open", isHeld: false };
        return [];
    }

    disconnected() {
        this.#state = { name: "gone" };
        return [["stopWaiting"], ["rest"], ["decide", false]];
    }

    /** A request takes the place of the one before. */
    ask(request) {
        const { isHeld } = this;
        this.#state = request.request === "hold-frames" ? { name: "asking", request, isHeld, wish: null } : { name: "ended", request, isHeld };
        return [["rest"], ["stopWaiting"], ["send", request]];
    }

    /** The daemon says that the camera is held. If the stream is not, when the camera was unplugged for instance, it is declared again. */
    held(measures) {
        const state = this.#state;
        if (state.name === "gone") return [];
        if (state.name === "open" || state.name === "ended") {
            this.#state = { ...state, isHeld: true };
            return [["decide", true]];
        }
        const { request } = state;
        const wish = measures || !isStream(request) ? state.wish ?? null : null;
        this.#state = { name: "held", request, wish };
        if (!isStream(request)) return [["decide", true]];
        return measures ? [["decide", true], ["stopWaiting"]] : [["decide", true], ["rest"], ["askLater", retryPause]];
    }

    /**
     * The daemon says that the camera is not held, or not any more.
     * @param pause before it is asked for again, ms.
     */
    refused(pause) {
        if (!this.isConnected) return [];
        const { request } = this;
        // The camera that was held before is still held, and is not the one that is shown now.
        const isOther = this.isAsking && this.isHeld;
        this.#state = { name: "refused", request };
        return [["rest"], ["decide", false], isOther ? ["restart"] : ["askLater", pause]];
    }

    /** The daemon wants frames to be measured. */
    measure(wish) {
        const { name, request } = this.#state;
        if (!(name === "asking" || name === "held") || !isStream(request)) return [];
        this.#state = { ...this.#state, wish };
        return [["measure", request]];
    }

    /** Nothing is to be measured. */
    rest() {
        if (this.wish !== null) this.#state = { ...this.#state, wish: null };
        return [["rest"]];
    }

    /** The pause is over: no request counts any more, so that the next one is sent even if it is the same. */
    retry() {
        if (this.isConnected) this.#state = { name: "open", isHeld: this.isHeld };
        return [];
    }
}

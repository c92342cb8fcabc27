// Declarations of tapfocus.js. Documentation/BrowserModule.md explains the module.

/** A point of the picture that a video shows, in shares of its frames: (0, 0) is the top left, (1, 1) the bottom right. */
export interface Point { x: number; y: number }

export type FocusState = "continuousAuto" | "autoAndForceLocked" | "unlockableLocked";

/** The end of focus or exposure: seen to come to rest and held; failed; held without being watched; null: the camera has no such control. */
export type End = "converged" | "failed" | "held" | null;

/** Lines to `tapfocus run` and back, in place of the WebSocket. The module sets the three functions. */
export interface Transport {
    send(line: string): void;
    close(): void;
    onopen?: (() => void) | null;
    online?: ((line: string) => void) | null;
    onclose?: ((code?: number, reason?: string) => void) | null;
}

/** Texts that are shown, and those that only screen readers tell. */
export interface Words {
    /** Below the square, while something is held. */
    held: string;
    brightness: string; searching: string; focused: string; refused: string; continuous: string;
    /** Also below the square. */
    failed: string;
    /** Why it could not focus; a reason without words here is shown as failed. */
    tooDark: string; tooNoisy: string; nothingToFocusOn: string;
}

export interface TapFocusOptions {
    /** The WebSocket of tapfocus-web; left out: `/socket` where this module came from. */
    url?: string | URL;
    /** The word in tapfocus-web's --token-file. */
    token?: string | null;
    /** The camera as `tapfocus run` knows it: a path, a name, or USB vendor and product as vvvv:pppp. Left out: by its label. */
    camera?: string;
    /** The one who recognises taps: this page (as if left out), `tapfocus run` on the touchscreen, or nobody. */
    taps?: "page" | "touchscreen" | "none";
    /** The part of the camera's picture that the frames show, [x, y, width, height] in shares; left out: all of it. */
    crop?: [number, number, number, number];
    /** The greatest age of a frame when the browser gets it, µs; by default 10 ms and an interval (three without MediaStreamTrackProcessor). */
    delay?: number;
    words?: Partial<Words>;
    transport?: Transport;
}

export interface PhotoOptions {
    /** The whole picture as the camera gives it (as if left out), or what the page shows of it. */
    as?: "camera" | "shown";
    /** The sharpest of so many photos, 1 to 9 (1): at the held point, or of the whole picture. */
    of?: number;
}

/** The end of a tap. */
export interface Settled {
    focus: End;
    exposure: End;
    focusLevel?: string;
    exposureLevel?: string;
    /** Why it failed, as a code; Documentation/ControlSocket.md lists them. */
    focusReason?: string;
    exposureReason?: string;
    /** The same in sentences, for the person who sets up the kiosk. */
    reason?: string;
    /** The reason why the tap was refused: a sentence, or the code of an ignored tap. */
    message?: string;
}

/** The numbers of a frame that was measured. */
export interface Measured {
    id: number; sequence: number;
    /** µs of CLOCK_MONOTONIC. */
    captured: number;
    sharpness: number; mean: number; bright: number; dark: number; grid?: number[];
}

export interface TapFocusEvents {
    /** The machine has entered a state; null: the daemon is gone. */
    state: CustomEvent<{ state: FocusState | null; point?: Point | null; cause?: string; reason?: string; [field: string]: unknown }>;
    settled: CustomEvent<Settled>;
    /** Something went wrong; the message says what, and what to do. A failure that goes on is reported once, also a connection that never opens. */
    error: CustomEvent<{ message: string; request?: string; id?: number }>;
    /** The exposure compensation has changed, EV. */
    compensation: CustomEvent<{ ev: number }>;
    measured: CustomEvent<Measured>;
    /** The frames that are shown can be measured no more, for this reason; null: that reason holds no more. */
    frames: CustomEvent<{ failure: string | null }>;
    /** Every event of the daemon, as Documentation/ControlSocket.md has it. */
    event: CustomEvent<{ event: string; [field: string]: unknown }>;
}

/** Tap to focus for a video (or a canvas, whose frames are not measured). */
export class TapFocus extends EventTarget {
    constructor(picture: HTMLVideoElement | HTMLCanvasElement, options?: TapFocusOptions);
    /** Null without a daemon. */
    readonly state: FocusState | null;
    readonly isConnected: boolean;
    /** True while frames are measured. */
    readonly isMeasuring: boolean;
    /**
     * Why the frames that are shown cannot be measured: `tapfocus run` has another camera, another program holds the frames, or the measure
     * does not work here; null: they can, or nothing is known against it. What is held may be something else than what is shown then.
     */
    readonly frameFailure: string | null;
    /** EV; above 0 is brighter. */
    readonly compensation: number;
    /**
     * Opens a camera as getUserMedia does, with the same constraints (left out: 1280 × 720, if the camera can), makes it the video's
     * source, and resolves with its stream.
     * `tapfocus run`, which may stream from it itself, releases it first; without a daemon it is opened at once. A camera that is
     * busy is tried again for three seconds. The stream that it opened before is stopped. Rejects as getUserMedia does, and
     * with a SecurityError in a page that is neither https nor localhost.
     */
    openCamera(constraints?: MediaStreamConstraints): Promise<MediaStream>;
    /** Focuses and exposes at a point. False without a daemon. */
    tap(point: Point): boolean;
    /** Makes the picture brighter or darker, -4…4 EV, until the next tap or the return to continuous. False without a daemon. */
    compensate(ev: number): boolean;
    /**
     * Waits until nothing settles any more: the end of the tap that is held. Failure is a value; null: nothing is held, or no daemon
     * is there. Never rejects.
     */
    settled(): Promise<Settled | null>;
    /**
     * A photo once everything has settled, as the camera gives it: not turned or mirrored. With `{ as: "shown" }` it is what the view
     * shows: cut by object-fit, turned by quarters and mirrored as that is. Focus that has failed is no failure of the photo: ask
     * settled(). Waits for the first frame of a camera that has just been opened. Rejects when there is no picture: no camera is open, it
     * has not given a frame in three seconds, or no part of the picture is visible that should be taken as shown. It is a JPEG with
     * metadata: the time, the camera, the compensation, the held point, and how focus and exposure stood.
     */
    takePhoto(options?: PhotoOptions): Promise<Blob>;
    /** Looks again where the picture is, after a change that no event tells. */
    refresh(): void;
    /**
     * Ends everything, for good: the connection, the hold, the square. The video goes on, and photos can still be taken. All else is
     * as without a daemon; openCamera() rejects with an AbortError.
     */
    close(): void;
    addEventListener<Type extends keyof TapFocusEvents>(
        type: Type, listener: (event: TapFocusEvents[Type]) => void, options?: boolean | AddEventListenerOptions): void;
    addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
    removeEventListener<Type extends keyof TapFocusEvents>(
        type: Type, listener: (event: TapFocusEvents[Type]) => void, options?: boolean | EventListenerOptions): void;
    removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

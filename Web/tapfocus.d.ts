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
    /** The same, while a lock keeps it. */
    lock: string;
    brightness: string; searching: string; focused: string; refused: string; continuous: string;
    /** Also below the square. */
    failed: string;
    /** Why it could not focus; a reason without words here is shown as failed. */
    tooDark: string; tooNoisy: string; nothingToFocusOn: string; shutterClosed: string;
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
    /** True: a finger that rests for 0.6 s locks focus and exposure there, until the next tap; false, as if left out: it does nothing. */
    longPress?: boolean;
    /** True: two fingers on the picture zoom the camera, where it has a zoom; false, as if left out: they do nothing. */
    pinch?: boolean;
    /** The part of the camera's picture that the frames show, [x, y, width, height] in shares; left out: all of it. */
    crop?: [number, number, number, number];
    /** The greatest age of a frame when the browser gets it, µs; by default 10 ms and an interval (three without MediaStreamTrackProcessor). */
    delay?: number;
    /**
     * The address of the picture that an `<img>` shows, from tapfocus-web --picture; left out: `/picture` beside the WebSocket, if there is
     * no `transport`. Null: the page fills its `<img>` itself.
     */
    picture?: string | URL | null;
    words?: Partial<Words>;
    transport?: Transport;
}

export interface LockOptions {
    /** "end": the next tap of anybody ends the lock. Left out: taps of others are ignored, and those of this page move the lock. */
    taps?: "end";
}

/** A zoom that is wanted: exactly one of the first four. */
export interface ZoomWish {
    /** The place in the camera's range, 0…1. */
    linear?: number;
    /** The number of times by which it enlarges, where the camera tells that. */
    factor?: number;
    /** Ends a ramp where it is. */
    stop?: true;
    /** As when the camera was opened. */
    original?: true;
    /** Doublings of the factor in a second; left out: at once. */
    rate?: number;
}

/** A face in a picture, in pixels of its frames. */
export interface Face { x: number; y: number; width: number; height: number }

export interface FaceTimes {
    /** The time for which a face keeps its place before it is focused, ms (500). */
    hold?: number;
    /** The time after which a face that is not seen any more is let go, ms (2000). */
    lost?: number;
}

export interface PhotoOptions {
    /** The whole picture as the camera gives it (as if left out), or what the page shows of it. */
    as?: "camera" | "shown";
    /**
     * The light of the photo: "on" is the lamp of `tapfocus run`, and "auto" the same if the held picture is too dark; "screen" turns the
     * page white for it; a function switches a lamp of the page's own. The held exposure is found again with it, which takes up to 3 s, and
     * is back afterwards. Left out, or "off": none. Without a lamp the photo is taken as it is, and an `error` says why. A light that is on
     * already stays on, and "on" and "auto" take the photo with it.
     */
    flash?: "on" | "auto" | "screen" | "off" | ((isOn: boolean) => unknown);
    /** The sharpest of so many photos, 1 to 9 (1): at the held point, or of the whole picture, also where photos have another shape. */
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
    /** Focus and exposure are locked from now on, by a person or an application; null: by nobody any more. */
    lock: CustomEvent<{ by: "person" | "application" | null; id?: number; [field: string]: unknown }>;
    /** The camera's privacy shutter was closed or opened: nothing is focused while it is closed. */
    shutter: CustomEvent<{ closed: boolean; [field: string]: unknown }>;
    /** The camera has another zoom; `factor` and `largest` are null where the driver does not tell them. */
    zoom: CustomEvent<{ linear: number; factor: number | null; largest: number | null; [field: string]: unknown }>;
    /** A light is on or off; `exposure` is "searching", then "found" or "failed", or "restored" when it has gone; null: none is held, or not yet.
     *  A camera that does not report its exposure is "searching", then "found", when the light has gone, too. */
    relit: CustomEvent<{ on: boolean; exposure: "searching" | "found" | "failed" | "restored" | null; [field: string]: unknown }>;
    /** The exposure compensation has changed, EV. */
    compensation: CustomEvent<{ ev: number }>;
    measured: CustomEvent<Measured>;
    /** The picture of an `<img>` is there, or not (any more), and why. It is asked for again by itself. */
    picture: CustomEvent<{ shown: boolean; reason: string | null }>;
    /** The frames that are shown can be measured no more, for this reason; null: that reason holds no more. */
    frames: CustomEvent<{ failure: string | null }>;
    /** Every event of the daemon, as Documentation/ControlSocket.md has it. */
    event: CustomEvent<{ event: string; [field: string]: unknown }>;
}

/**
 * Tap to focus for a video, for an image that gets the picture of a camera that another program holds, or for a canvas. Only a video's
 * frames are measured here.
 */
export class TapFocus extends EventTarget {
    constructor(picture: HTMLVideoElement | HTMLImageElement | HTMLCanvasElement, options?: TapFocusOptions);
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
     * with a SecurityError in a page that is neither https nor localhost. Where the constraints name another camera by its `deviceId`,
     * `tapfocus run` uses that one, too; if it cannot, this rejects with a NotReadableError, and the present picture stays. If then the
     * browser refuses it, `tapfocus run` turns back, and the present picture is opened again.
     */
    openCamera(constraints?: MediaStreamConstraints): Promise<MediaStream>;
    /**
     * Has `tapfocus run` use another camera, by its path or its name (as `cameras()` gives them), and resolves when it does. What is held
     * ends then. False without a daemon, and if it cannot be used: then an `error` says why, and nothing has changed. Never rejects.
     */
    useCamera(name: string): Promise<boolean>;
    /** The cameras that are connected to the kiosk, `used` true for the one in use. Empty without a daemon. Never rejects. */
    cameras(): Promise<{ name: string; path: string; used: boolean }[]>;
    /** Focuses and exposes at a point. False without a daemon. */
    tap(point: Point): boolean;
    /**
     * Locks focus and exposure: at a point, or (left out) what is held now, or the centre where nothing is. Nothing that moves unlocks
     * them, until `unlock()`, the view is shown, or the page ends. False without a daemon.
     */
    lock(point?: Point | null, options?: LockOptions): boolean;
    /**
     * Lets a detector of the page's own steer the point while nobody has tapped, at most once in five seconds. Null ends it. The pictures
     * stay in the page. A detector that fails is reported once, as an `error`, and is asked no more.
     */
    followFaces(
        detect: ((picture: HTMLVideoElement | HTMLImageElement | HTMLCanvasElement) => Iterable<Face> | Promise<Iterable<Face>>) | null,
        times?: FaceTimes,
    ): void;
    /** Zooms the camera, until the page ends. Focus and exposure that are held stay. False without a daemon; an `error` says what the camera cannot. */
    zoom(wish: ZoomWish): boolean;
    /** The zoom as it was told last; null: the camera has none. */
    readonly zoomed: { linear: number; factor: number | null; largest: number | null } | null;
    /** Tells that a lamp of the page's own is on or off: the held exposure is found again, or goes back. False without a daemon. */
    light(isOn: boolean): boolean;
    /**
     * Switches the lamp of `tapfocus run`, 0…1 of its most; 0 is off, and so is the end of the page. False without a daemon; an `error` says
     * what it cannot.
     */
    lamp(level: number): boolean;
    /** True while a light is on that somebody has switched: the lamp of `tapfocus run`, or one that an application has told of. */
    readonly isLit: boolean;
    /** Ends the lock: the next motion lets go of what is held. False without a daemon. */
    unlock(): boolean;
    /** By whom focus and exposure are locked; null: by nobody. */
    readonly lockedBy: "person" | "application" | null;
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
     * metadata: the time, the camera, the compensation, the held point, and how focus and exposure stood. Of an `<img>` it is the camera's
     * own frame, exposed after everything had settled.
     */
    takePhoto(options?: PhotoOptions): Promise<Blob>;
    /** Looks again where the picture is, after a change that no event tells. */
    refresh(): void;
    /**
     * Ends everything, for good: the connection, the hold, the square, the picture of an `<img>`. A video goes on, and photos of it can
     * still be taken. All else is as without a daemon; openCamera() rejects with an AbortError.
     */
    close(): void;
    addEventListener<Type extends keyof TapFocusEvents>(
        type: Type, listener: (event: TapFocusEvents[Type]) => void, options?: boolean | AddEventListenerOptions): void;
    addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
    removeEventListener<Type extends keyof TapFocusEvents>(
        type: Type, listener: (event: TapFocusEvents[Type]) => void, options?: boolean | EventListenerOptions): void;
    removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

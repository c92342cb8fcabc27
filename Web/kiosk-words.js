// The words of the kiosk page. A page in another language replaces some or all of them, in a script before kiosk.js:
//
//     import { words } from "./kiosk-words.js";
//     Object.assign(words, { hint: "Tippen Sie an, was scharf sein soll" });
//     Object.assign(words.square, { held: "Gesperrt" });
//
// What stands in braces is replaced by a value.

export const words = {
    // On the picture, for guests.
    hint: "Touch what you want to see sharp",
    preparing: "Preparing the scene …",
    withoutFocus: "Touch to focus is off",
    light: "Light",
    takePhoto: "Take a photo",
    showPhoto: "Show your photo",
    photo: "Your photo",
    save: "Save",
    close: "Close",
    notSharp: "This may not be sharp. {reason}. Touch something else?",
    notFollowed: "This may not be sharp where you touched.",
    /** In place of the module's: the square's, and what it tells screen readers (`Words` in tapfocus.d.ts). */
    square: {},

    // For the person who sets up the kiosk.
    camera: "Camera",
    noCamera: "No camera",
    simulatedCamera: "Simulated camera",
    simulatedFrontCamera: "Simulated front camera",
    noPhoto: "No photo: {reason}",
    insecure: "A browser gives its camera only to https pages and to localhost. Open this page as http://localhost:8722/.",
    notFound: "There is no camera. Connect one; it is shown at once. Without one, open this page with ?simulated.",
    notAllowed: "The camera is not allowed here. Allow it beside the address, and load the page again.",
    notShown: "The camera cannot be shown: {reason}. Does another program use it?",

    // The panel.
    notMeasured: "This page cannot measure what it shows, so it does not know whether the picture is sharp or held. {reason}",
    details: "Details",
    lens: "Lens",
    curve: "Sharpness at each lens position",
    noCurve: "Touch the picture: each lens position that is tried becomes a point.",
    trying: "Trying lens positions.",
    curveEnd: "{outcome} {position}: {evaluations} positions in {frames} frames.",
    curveEnds: { found: "Sharpest at", flat: "Nothing to focus on; back at", noisy: "Too noisy; back at", unfinished: "Ended at" },
    exposure: "Exposure",
    brightness: "Brightness",
    zoom: "Zoom",
    compensation: "Compensation",
    lastMetered: "Last metered",
    gain: "{time}, gain {gain}",
    events: "Events",

    // The events in it.
    state: "{state} (cause: {cause})",
    states: {
        continuousAuto: "Continuous: focus and exposure follow the scene", autoAndForceLocked: "Locked, and no movement unlocks it",
        unlockableLocked: "Locked, and a movement may unlock it",
    },
    /** Causes, and what counted as a movement. */
    causes: {
        start: "the start", tap: "a tap", timer: "the force lock is over", motion: "a movement", view: "the page is shown",
        accelerometer: "the device was moved", scene: "the scene has changed", idle: "nobody has touched the screen for long",
    },
    disconnected: "TapFocus is not connected. {reason}",
    write: "{name} set to {value}",
    failedWrite: "{name} not set to {value}: {result}",
    settled: "Focus {focus}, exposure {exposure}. {reason}",
    ends: { converged: "settled", failed: "failed", held: "held without being watched", none: "none" },
    searched: "Search: {outcome}, at {position}",
    searches: { found: "found", flat: "nothing to focus on", noisy: "too noisy", unfinished: "not finished" },
    exposed: "Exposure: {outcome}",
    exposures: { converged: "as wanted", limited: "the camera can do no better", gaveUp: "given up" },
    levels: "Focus by {focusLevel}, exposure by {exposureLevel}",
    device: "{device} {change}: {name}",
    devices: { camera: "Camera", touchscreen: "Touchscreen", accelerometer: "Accelerometer" },
    changes: { arrived: "has arrived", left: "has left", waiting: "is waited for" },
    shutterClosed: "The camera's shutter is closed",
    shutterOpen: "The camera's shutter is open",
    locked: "Locked by {by}",
    keepers: { person: "a person", application: "an application" },
    unlocked: "The lock is over",
    zoomed: "Zoom: {factor} times",
    zoomedSomehow: "Zoom: {share} % of the camera's range",
    lit: "The light is on",
    unlit: "The light is off",
    compensated: "Compensation {ev} EV",
    ignored: "No tap: {reason}",
    measures: "This page measures the frames",
    reserved: "The camera is reserved for this page",
};

/** A text with its values: "{name}" becomes the value of `name`. */
export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(values, name) ? values[name] : whole)).trim();

/** The word for a value of the daemon's; a value without a word is shown as it is. */
export const named = (list, value) => (Object.hasOwn(list, value) ? list[value] : String(value));

/** Puts the words into the page. */
export function spell() {
    for (const item of document.querySelectorAll("[data-words]")) item.textContent = words[item.dataset.words];
    for (const item of document.querySelectorAll("[data-label]")) item.setAttribute("aria-label", words[item.dataset.label]);
    for (const item of document.querySelectorAll("[data-alt]")) item.alt = words[item.dataset.alt];
}

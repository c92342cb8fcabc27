// The light of a photo: the screen itself, a lamp of the page's own, or that of `tapfocus run`.

/** Long enough for the screen to be white, and for a frame that shows it. */
const screenTime = 150;

/** Turns the whole screen white, or takes that back. */
function whiteScreen() {
    const sheet = document.createElement("div");
    Object.assign(sheet.style, { position: "fixed", inset: "0", background: "white", zIndex: "2147483647" });
    return async (isOn) => {
        if (isOn) {
            document.body.append(sheet);
            await new Promise((done) => setTimeout(done, screenTime));
        } else {
            sheet.remove();
        }
    };
}

/** True if the held picture was too dark to be exposed or focused. `end` is that of the tap that is held; null: nothing is held. */
const isTooDark = (end) => end?.exposureReason === "tooDark" || end?.focusReason === "tooDark";

/**
 * The light of a photo; null: the photo has none. It switches, and gives true if the daemon hears, or has heard, of it.
 *
 * @param end that of the tap that is held, for "auto".
 * @param daemon has `light(isOn)`, which tells of a lamp of the page's own, and `lamp(level)`, which switches that of `tapfocus run`.
 * @param isLit true while a light is on already: the lamp of `tapfocus run` is left as it is then.
 */
export function lampOf(flash, end, daemon, isLit) {
    const own = (lamp) => async (isOn) => {
        await lamp(isOn);
        return daemon.light(isOn);
    };
    const ofDaemon = async (isOn) => (isLit ? isOn : daemon.lamp(isOn ? 1 : 0));
    switch (flash) {
        case undefined: case "off": return null;
        case "screen": return own(whiteScreen());
        case "on": return ofDaemon;
        case "auto": return isTooDark(end) ? ofDaemon : null;
        default: break;
    }
    if (typeof flash === "function") return own(flash);
    throw new TypeError(`the flash of a photo is "on", "auto", "screen", "off" or a function that switches a lamp, not ${JSON.stringify(flash)}`);
}

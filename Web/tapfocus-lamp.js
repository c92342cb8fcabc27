// The light of a photo: the screen itself, or a lamp of the page's own.

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

/** A function that switches the light of a photo; null: the photo has none. */
export function lampOf(flash) {
    if (flash === undefined || flash === "off") return null;
    if (flash === "screen") return whiteScreen();
    if (typeof flash === "function") return async (isOn) => flash(isOn);
    throw new TypeError(`the flash of a photo is "screen", "off" or a function that switches a lamp, not ${JSON.stringify(flash)}`);
}

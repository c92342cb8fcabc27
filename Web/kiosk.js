// The kiosk page: a camera's picture that focuses where it is touched. It is an example: copy what you need.
//
// In the address: ?simulated   no camera and no daemon, all of it in this page
//                 ?token=WORD  for a tapfocus-web that was started with --token-file
//                 ?camera=NAME the camera as `tapfocus run` calls it, if the browser names it otherwise
//                 ?taps=touchscreen  `tapfocus run` reads the touchscreen itself; this page fills the screen then
import { Panel } from "./kiosk-panel.js";
import { TapFocus } from "./tapfocus.js";
import { defaultWords, wordsForFailure } from "./tapfocus-look.js";

const query = new URLSearchParams(location.search);
const part = (id) => document.getElementById(id);
const panel = new Panel();

const stateWords = {
    continuousAuto: "Continuous focus",
    autoAndForceLocked: "Focusing where you touched",
    unlockableLocked: "Held until something moves",
};

/** The simulated camera's picture in place of the video, with what stands in for the daemon. */
async function simulated() {
    const { simulatedCamera } = await import("./simulated.js");
    const { canvas, transport } = await simulatedCamera().catch((error) => {
        say(error.message);
        showState({ state: null });
        throw error;
    });
    canvas.id = "picture";
    canvas.addEventListener("measured", ({ detail }) => panel.measured(detail));
    part("picture").replaceWith(canvas);
    part("cameras").replaceChildren(new Option("Simulated camera"));
    part("cameras").disabled = true;
    return { picture: canvas, transport };
}

/** Shows a camera: the one that was chosen, else the one that is shown already, else any. One after another. */
let showing = Promise.resolve();
function show(tapfocus, video, chosen) {
    showing = showing.then(async () => {
        const [track] = video.srcObject?.getVideoTracks() ?? [];
        if (track?.readyState !== "live" || chosen !== undefined) await openCamera(tapfocus, chosen);
        await listCameras(video);
    });
    return showing;
}

async function openCamera(tapfocus, chosen) {
    const deviceId = chosen === undefined ? undefined : { exact: chosen };
    try {
        await tapfocus.openCamera({ video: { deviceId, width: { ideal: 1280 }, height: { ideal: 720 } } });
        say("");
    } catch (error) {
        say(reason(error));
    }
}

async function listCameras(video) {
    const devices = (await navigator.mediaDevices?.enumerateDevices() ?? []).filter(({ kind }) => kind === "videoinput");
    const shown = video.srcObject?.getVideoTracks()[0]?.getSettings().deviceId;
    const options = devices.map(({ deviceId, label }) => new Option(label || "Camera", deviceId, false, deviceId === shown));
    part("cameras").replaceChildren(...(options.length > 0 ? options : [new Option("No camera")]));
    // A page that was told which camera it has shows no other one as that.
    part("cameras").disabled = options.length < 2 || query.has("camera");
}

function reason(error) {
    if (navigator.mediaDevices === undefined) {
        return "A browser gives its camera only to https pages and to localhost. Open this page as http://localhost:8722/.";
    }
    const reasons = {
        NotFoundError: "There is no camera. Connect one; it is shown at once. Without one, open this page with ?simulated.",
        NotAllowedError: "The camera is not allowed here. Allow it beside the address, and load the page again.",
    };
    return reasons[error.name] ?? `The camera cannot be shown: ${error.message}. Does another program use it?`;
}

function say(words) {
    part("message").textContent = words;
    part("message").hidden = words === "";
}

function showState({ state }) {
    const isThere = state !== null && state !== undefined;
    part("state").dataset.state = state ?? "none";
    part("state-words").textContent = isThere ? stateWords[state] : "Picture only: TapFocus is not running";
    document.body.classList.toggle("without-daemon", !isThere);
}

/** The photo waits until everything has settled; how sharp it became is told below it. */
async function takePhoto(tapfocus) {
    const shutter = part("shutter");
    shutter.disabled = true;
    shutter.classList.add("waiting");
    try {
        const end = await tapfocus.settled();
        const photo = await tapfocus.takePhoto();
        showPhoto(photo, end);
    } catch (error) {
        say(`No photo: ${error.message}`);
    }
    shutter.disabled = false;
    shutter.classList.remove("waiting");
}

function showPhoto(photo, end) {
    const address = URL.createObjectURL(photo);
    const dialog = part("photo");
    dialog.querySelector("img").src = address;
    part("save").href = address;
    part("verdict").textContent = verdict(end);
    dialog.addEventListener("close", () => {
        dialog.querySelector("img").removeAttribute("src");
        URL.revokeObjectURL(address);
    }, { once: true });
    dialog.showModal();
}

/** A word about a photo that may not be sharp. `end` is that of the touch that is still held, whenever it ended. */
function verdict(end) {
    if (end?.focus === "failed") return `This may not be sharp. ${wordsForFailure(defaultWords, end.focusReason)}. Touch something else?`;
    if (end?.message !== undefined) return "This may not be sharp where you touched: the camera could not follow.";
    return "";
}

const { picture, transport } = query.has("simulated") ? await simulated() : { picture: part("picture") };
const tapfocus = new TapFocus(picture, {
    transport, token: query.get("token"), camera: query.get("camera") ?? undefined, taps: query.get("taps") ?? "page",
});
tapfocus.addEventListener("state", ({ detail }) => showState(detail));
tapfocus.addEventListener("settled", ({ detail }) => {
    part("state-words").textContent = detail.focus === "failed" ? "Could not focus where you touched" : "Held where you touched";
});
panel.listen(tapfocus);

part("shutter").addEventListener("click", () => takePhoto(tapfocus));
part("details").addEventListener("click", () => {
    panel.toggle();
    tapfocus.refresh();
});
picture.addEventListener("pointerdown", () => part("hint").classList.add("gone"), { once: true });
// For the console, and for the tests.
globalThis.tapfocus = tapfocus;

if (transport === undefined) {
    // A stream that has ended, because the camera was unplugged, comes back with the camera.
    navigator.mediaDevices?.addEventListener("devicechange", () => show(tapfocus, picture));
    part("cameras").addEventListener("change", () => show(tapfocus, picture, part("cameras").value));
    await show(tapfocus, picture);
}
showState(tapfocus);

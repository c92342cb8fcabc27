// The kiosk page: a camera's picture that focuses where it is touched. It is an example: copy what you need.
//
// In the address: ?simulated   no camera and no daemon, all of it in this page
//                 ?token=WORD  for a tapfocus-web that was started with --token-file
//                 ?camera=NAME the camera as `tapfocus run` calls it, if the browser names it otherwise
//                 ?taps=touchscreen  `tapfocus run` reads the touchscreen itself; this page fills the screen then
import { Panel } from "./kiosk-panel.js";
import { TapFocus } from "./tapfocus.js";

const query = new URLSearchParams(location.search);
const part = (id) => document.getElementById(id);
const panel = new Panel();

const stateWords = {
    continuousAuto: "Continuous focus",
    autoAndForceLocked: "Focusing where you touched",
    unlockableLocked: "Held until something moves",
};

/** The picture: a camera's, or the simulated one's, with what stands in for the daemon. */
async function picture() {
    if (query.has("simulated")) {
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
    const video = part("picture");
    // A stream that has ended, because the camera was unplugged, comes back with the camera.
    navigator.mediaDevices?.addEventListener("devicechange", () => show(video));
    part("cameras").addEventListener("change", () => show(video, part("cameras").value));
    await show(video);
    return { picture: video };
}

/** One camera is opened after another: several may be asked for at once, and each stream that is opened has to be stopped. */
let showing = Promise.resolve();
function show(video, chosen) {
    showing = showing.then(() => showCamera(video, chosen));
    return showing;
}

/** Shows a camera: the one that was chosen, else the one that is shown already, else any. */
async function showCamera(video, chosen) {
    const [track] = video.srcObject?.getVideoTracks() ?? [];
    const isLive = track?.readyState === "live";
    if (!isLive || chosen !== undefined) {
        // One stream at a time: some cameras share a USB controller that carries one only.
        track?.stop();
        const deviceId = chosen === undefined ? undefined : { exact: chosen };
        try {
            // With resizeMode none the frames are the camera's whole picture, as TapFocus takes them to be.
            const wanted = { deviceId, width: { ideal: 1280 }, height: { ideal: 720 }, resizeMode: "none" };
            video.srcObject = await navigator.mediaDevices.getUserMedia({ video: wanted });
            say("");
        } catch (error) {
            // Whoever measures the stream that was stopped has to know.
            video.srcObject = null;
            say(reason(error));
        }
    }
    await listCameras(video);
}

async function listCameras(video) {
    const devices = (await navigator.mediaDevices?.enumerateDevices() ?? []).filter(({ kind }) => kind === "videoinput");
    const shown = video.srcObject?.getVideoTracks()[0]?.getSettings().deviceId;
    const options = devices.map(({ deviceId, label }) => new Option(label || "Camera", deviceId, false, deviceId === shown));
    part("cameras").replaceChildren(...(options.length > 0 ? options : [new Option("No camera")]));
    part("cameras").disabled = options.length < 2;
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
    part("verdict").textContent = end?.focus === "failed"
        ? `${tapfocus.words[end.focusReason] ?? "The lens found nothing to hold on to"}. Try again?` : "";
    dialog.addEventListener("close", () => URL.revokeObjectURL(address), { once: true });
    dialog.showModal();
}

const { picture: shown, transport } = await picture();
const tapfocus = new TapFocus(shown, {
    transport, token: query.get("token"), camera: query.get("camera") ?? undefined, taps: query.get("taps") ?? "page",
});
tapfocus.addEventListener("state", ({ detail }) => showState(detail));
tapfocus.addEventListener("settled", () => { part("state-words").textContent = "Held where you touched"; });
tapfocus.addEventListener("error", ({ detail }) => panel.note({ event: "error", ...detail }));
panel.listen(tapfocus);

part("shutter").addEventListener("click", () => takePhoto(tapfocus));
part("details").addEventListener("click", () => {
    panel.toggle();
    tapfocus.refresh();
});
shown.addEventListener("pointerdown", () => part("hint").classList.add("gone"), { once: true });
showState(tapfocus);
// For the console, and for the tests.
globalThis.tapfocus = tapfocus;

// The kiosk page: a camera's picture that focuses where it is touched. It is an example: copy what you need.
//
// In the address: ?simulated   no camera and no daemon, all of it in this page
//                 ?token=WORD  for a tapfocus-web that was started with --token-file
//                 ?picture     shows the picture of a program that holds the camera: tapfocus-web --picture
//                 ?camera=NAME the camera as `tapfocus run` calls it, if the browser names it otherwise
//                 ?lamp        shows a button for the lamp of `tapfocus run`; the simulation has one, too
//                 ?longPress   a finger that rests locks focus and exposure, as in the simulation: visitors rest their fingers
//                 ?taps=touchscreen  `tapfocus run` reads the touchscreen itself; this page fills the screen then
import { Panel } from "./kiosk-panel.js";
import { PhotoCorner } from "./kiosk-photo.js";
import { fill, spell, words } from "./kiosk-words.js";
import { TapFocus } from "./tapfocus.js";
import { defaultWords, wordsForFailure } from "./tapfocus-look.js";

const query = new URLSearchParams(location.search);
const part = (id) => document.getElementById(id);
const panel = new Panel();
const photos = new PhotoCorner();
let isTakingPhoto = false;

/** The simulated camera's picture in place of the video, with what stands in for the daemon. */
async function simulated() {
    tellState(words.preparing);
    const begun = import("./simulated.js").then(({ simulatedCamera }) => simulatedCamera());
    const { canvas, transport } = await begun.catch((error) => {
        say(error.message);
        tellState("");
        throw error;
    });
    tellState("");
    canvas.id = "picture";
    canvas.addEventListener("measured", ({ detail }) => panel.measured(detail));
    part("picture").replaceWith(canvas);
    offerCameras([new Option(words.simulatedCamera, "Simulated Camera"), new Option(words.simulatedFrontCamera, "Simulated Front Camera")], true);
    return { picture: canvas, transport };
}

/** The picture of a program that holds the camera, in place of the video. */
function heldPicture() {
    const image = Object.assign(new Image(), { id: "picture", alt: "" });
    part("picture").replaceWith(image);
    return { picture: image };
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

/** A photo has no more pixels than the video; a search in fewer frames a second would take longer. */
const size = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };

async function openCamera(tapfocus, chosen) {
    const deviceId = chosen === undefined ? undefined : { exact: chosen };
    try {
        await tapfocus.openCamera({ video: { deviceId, ...size } });
        say("");
    } catch (error) {
        say(reason(error));
    }
}

async function listCameras(video) {
    const devices = (await navigator.mediaDevices?.enumerateDevices() ?? []).filter(({ kind }) => kind === "videoinput");
    const shown = video.srcObject?.getVideoTracks()[0]?.getSettings().deviceId;
    const options = devices.map(({ deviceId, label }) => new Option(label || words.camera, deviceId, false, deviceId === shown));
    // A page whose address names the camera shows no other camera under that name.
    offerCameras(options.length > 0 ? options : [new Option(words.noCamera)], options.length > 1 && !query.has("camera"));
}

function offerCameras(options, isChoice) {
    part("cameras").replaceChildren(...options);
    part("cameras").disabled = !isChoice;
    document.querySelector(".chooser").hidden = false;
}

function reason(error) {
    if (navigator.mediaDevices === undefined) return words.insecure;
    const reasons = { NotFoundError: words.notFound, NotAllowedError: words.notAllowed };
    return reasons[error.name] ?? fill(words.notShown, { reason: error.message });
}

function say(text) {
    part("message").textContent = text;
    part("message").hidden = text === "";
}

/** Says what keeps a guest from focusing; nothing while all is well: the square says what is held. */
function tellState(text) {
    part("state").textContent = text;
    part("state").hidden = text === "";
}

function showState({ state }) {
    const isThere = state !== null && state !== undefined;
    tellState(isThere ? "" : words.withoutFocus);
    document.body.classList.toggle("without-daemon", !isThere);
}

function hint(text) {
    if (text !== "") part("hint").textContent = text;
    part("hint").classList.toggle("gone", text === "");
}

const hasPicture = () => picture instanceof HTMLImageElement ? picture.naturalWidth > 0
    : !(picture instanceof HTMLVideoElement) || picture.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;

/** The shutter can be pressed as soon as there is a picture, and until a photo is waited for. */
function showShutter() {
    document.body.classList.toggle("without-picture", !hasPicture());
    part("shutter").disabled = isTakingPhoto || !hasPicture();
    part("shutter").classList.toggle("waiting", isTakingPhoto);
}

/** The photo waits until everything has settled. Its sharpness is announced at once, and shown below it. */
async function takePhoto(tapfocus) {
    isTakingPhoto = true;
    showShutter();
    try {
        const doubt = verdict(await tapfocus.settled(), tapfocus.frameFailure);
        photos.show(await tapfocus.takePhoto({ as: "shown" }), doubt);
        hint(doubt);
        say("");
    } catch (error) {
        say(fill(words.noPhoto, { reason: error.message }));
    }
    isTakingPhoto = false;
    showShutter();
}

/** A word about a photo that may not be sharp. `end` is that of the touch that is still held, whenever it ended. */
function verdict(end, frameFailure) {
    if (end?.focus === "failed") return fill(words.notSharp, { reason: wordsForFailure({ ...defaultWords, ...words.square }, end.focusReason) });
    const isUnseen = end !== null && frameFailure !== null;
    return end?.message === undefined && !isUnseen ? "" : words.notFollowed;
}

/** The slider, where the camera has a zoom. A finger on it is not disturbed. */
function showZoom(zoomed) {
    part("zoom").hidden = zoomed === null;
    if (zoomed !== null && !part("zoom").matches(":active")) part("zoom").value = zoomed.linear;
}

spell();
const { picture, transport } = query.has("simulated") ? await simulated()
    : query.has("picture") ? heldPicture() : { picture: part("picture") };
const tapfocus = new TapFocus(picture, {
    transport, token: query.get("token"), camera: query.get("camera") ?? undefined, taps: query.get("taps") ?? "page", words: words.square,
    longPress: query.has("longPress") || query.has("simulated"), pinch: true,
});
tapfocus.addEventListener("state", ({ detail }) => showState(detail));
panel.listen(tapfocus);

part("shutter").addEventListener("click", () => takePhoto(tapfocus));
part("details").addEventListener("click", () => {
    panel.toggle();
    tapfocus.refresh();
});
picture.addEventListener("pointerdown", () => hint(""));
part("light").hidden = !query.has("lamp") && !query.has("simulated");
part("light").addEventListener("click", () => tapfocus.lamp(part("light").matches("[aria-pressed=true]") ? 0 : 1));
for (const type of ["event", "state"]) tapfocus.addEventListener(type, () => part("light").setAttribute("aria-pressed", String(tapfocus.isLit)));
part("zoom").addEventListener("input", () => tapfocus.zoom({ linear: part("zoom").valueAsNumber }));
for (const type of ["zoom", "state"]) tapfocus.addEventListener(type, () => showZoom(tapfocus.zoomed));
for (const type of ["loadeddata", "emptied"]) picture.addEventListener(type, showShutter);
tapfocus.addEventListener("picture", ({ detail }) => {
    say(detail.reason ?? "");
    showShutter();
});
showShutter();
// For the console, and for the tests.
globalThis.tapfocus = tapfocus;

if (transport !== undefined) part("cameras").addEventListener("change", () => tapfocus.useCamera(part("cameras").value));
if (picture instanceof HTMLImageElement) showState(tapfocus);
if (picture instanceof HTMLVideoElement) {
    // A stream that has ended, because the camera was unplugged, comes back with the camera.
    navigator.mediaDevices?.addEventListener("devicechange", () => show(tapfocus, picture));
    part("cameras").addEventListener("change", () => show(tapfocus, picture, part("cameras").value));
    await show(tapfocus, picture);
    showState(tapfocus);
}

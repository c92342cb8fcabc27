// A photo from a video's camera, or of the picture that is shown.

/** The longest wait for a camera's first frame, ms. */
const firstFrameTime = 3_000;

/**
 * A JPEG (or what the camera gives) as a Blob: by ImageCapture, else from a canvas. A camera that has just been opened has not given a
 * frame yet, which is waited for.
 * @param placeNow tells where the picture is on the page: the photo is what is seen there, from the frame that is shown. Null: it is
 *     the whole picture as the camera gives it.
 * @throws Error when there is no picture.
 */
export async function takePicture(video, placeNow = null) {
    if (isWithoutSource(video)) throw new Error("no camera is open");
    // ImageCapture would wait for a frame without end.
    if (!await firstFrame(video)) throw new Error(`the camera has given no frame for ${firstFrameTime / 1000} s`);
    // A camera's own photo may have another shape than its frames, so it does not tell what was seen.
    if (placeNow !== null) return encoded(drawnAsShown(video, placeNow()));
    return await ownPhoto(video) ?? encoded(drawn(video));
}

/** The photo that the camera takes itself; null: it cannot, and the shown picture is used instead. */
async function ownPhoto(video) {
    const [track] = video.srcObject?.getVideoTracks?.() ?? [];
    if (track?.readyState !== "live" || !("ImageCapture" in globalThis)) return null;
    try {
        return await new ImageCapture(track).takePhoto();
    } catch {
        return null;
    }
}

const sizeOf = (video) => ({ width: video.videoWidth ?? video.width, height: video.videoHeight ?? video.height });

function drawn(video) {
    const canvas = Object.assign(document.createElement("canvas"), sizeOf(video));
    canvas.getContext("2d").drawImage(video, 0, 0);
    return canvas;
}

/** Cut as the view cuts it, turned by quarters and mirrored as it is, with as many pixels as the frame has there. */
function drawnAsShown(video, place) {
    const shown = place?.shown() ?? null;
    if (shown === null) throw new Error("the picture is not seen on the page, so there is no photo of what is shown");
    const natural = sizeOf(video);
    const [x, y, columns, rows] = shown.part.map((share, index) => share * (index % 2 === 0 ? natural.width : natural.height));
    const scale = Math.max(columns / shown.width, rows / shown.height);
    const [across, along] = [shown.width, shown.height].map((side) => Math.max(1, Math.round(side * scale)));
    const [width, height] = shown.rotation % 180 === 0 ? [across, along] : [along, across];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const drawing = canvas.getContext("2d");
    drawing.translate(width / 2, height / 2);
    if (shown.mirrored) drawing.scale(-1, 1);
    drawing.rotate((shown.rotation * Math.PI) / 180);
    drawing.drawImage(video, x, y, columns, rows, -across / 2, -along / 2, across, along);
    return canvas;
}

function encoded(canvas) {
    return new Promise((done, fail) => {
        canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture cannot be read"))), "image/jpeg", 0.92);
    });
}

const isWithoutSource = (video) => video instanceof HTMLVideoElement && video.srcObject === null && video.currentSrc === "";

/** A canvas always has a picture. */
const isShown = (video) => !(video instanceof HTMLVideoElement) || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;

/** Waits until a video has a frame. False if there is no frame after the longest wait. */
function firstFrame(video) {
    if (isShown(video)) return Promise.resolve(true);
    return new Promise((done) => {
        const end = () => {
            clearTimeout(timer);
            video.removeEventListener("loadeddata", end);
            done(isShown(video));
        };
        const timer = setTimeout(end, firstFrameTime);
        video.addEventListener("loadeddata", end);
    });
}

// A photo from a video's camera, or of the picture that is shown.

/** The longest wait for a camera's first frame, ms. */
const firstFrameTime = 3_000;

/**
 * A JPEG (or what the camera gives) as a Blob: by ImageCapture, else from a canvas. A camera that has just been opened has not given a
 * frame yet, which is waited for.
 * @throws Error when there is no picture.
 */
export async function takePicture(video) {
    if (isWithoutSource(video)) throw new Error("no camera is open");
    // ImageCapture would wait for a frame without end.
    if (!await firstFrame(video)) throw new Error(`the camera has given no frame for ${firstFrameTime / 1000} s`);
    const [track] = video.srcObject?.getVideoTracks?.() ?? [];
    if (track?.readyState === "live" && "ImageCapture" in globalThis) {
        try {
            return await new ImageCapture(track).takePhoto();
        } catch {
            // Not every camera can; the picture that is shown is better than none.
        }
    }
    const canvas = document.createElement("canvas");
    canvas.width = video.videoWidth ?? video.width;
    canvas.height = video.videoHeight ?? video.height;
    canvas.getContext("2d").drawImage(video, 0, 0);
    return new Promise((done, fail) => {
        canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture cannot be read"))), "image/jpeg", 0.92);
    });
}

const isWithoutSource = (video) => video instanceof HTMLVideoElement && video.srcObject === null && video.currentSrc === "";

/** A canvas always has a picture. */
const isShown = (video) => !(video instanceof HTMLVideoElement) || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;

/** Waits until a video has a frame. False: it has none after the longest wait. */
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

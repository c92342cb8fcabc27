// A photo from a video's camera, or of the picture that is shown.

/** A JPEG (or what the camera gives) as a Blob: by ImageCapture, else from a canvas. */
export async function takePicture(video) {
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
    if (!(canvas.width > 0)) throw new Error("there is no picture yet");
    canvas.getContext("2d").drawImage(video, 0, 0);
    return new Promise((done, fail) => {
        canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the picture cannot be read"))), "image/jpeg", 0.92);
    });
}

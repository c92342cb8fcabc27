// Tells what happens to a video and to the page around it.

/**
 * @param listener has `moved()`: the picture may be somewhere else; `shown()` and `hidden()`: the page; `streamBegan()`;
 *     `streamChanged()`: another size, another stream, or the end of the stream.
 * @param signal ends it.
 */
export function watchPage(video, listener, signal) {
    const on = (target, types, heard, options = {}) => {
        for (const type of types) target.addEventListener(type, heard, { ...options, signal });
    };
    const moved = () => listener.moved();
    const observer = new ResizeObserver(moved);
    observer.observe(video);
    signal.addEventListener("abort", () => observer.disconnect(), { once: true });
    on(document, ["scroll", "transitionend", "fullscreenchange"], moved, { capture: true, passive: true });
    on(globalThis, ["resize"], moved);
    on(document, ["visibilitychange"], () => (document.visibilityState === "visible" ? listener.shown() : listener.hidden()));

    // A track ends when its camera is unplugged; the video tells nothing then. One track is listened to at a time.
    let track = null;
    const ended = () => listener.streamChanged();
    const watchTrack = () => {
        const [now = null] = video.srcObject?.getVideoTracks?.() ?? [];
        if (now === track) return;
        track?.removeEventListener("ended", ended);
        track = now;
        track?.addEventListener("ended", ended, { signal });
    };
    // A stream that begins tells its size first, and then its metadata: whichever comes first says that it begins.
    let hasBegun = video.readyState >= HTMLMediaElement.HAVE_METADATA;
    const told = () => {
        watchTrack();
        const isNew = !hasBegun;
        hasBegun = true;
        if (isNew) listener.streamBegan();
        else listener.streamChanged();
    };
    on(video, ["resize", "loadedmetadata"], told);
    on(video, ["emptied"], () => {
        watchTrack();
        hasBegun = false;
        listener.streamChanged();
    });
    watchTrack();
}

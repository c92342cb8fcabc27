// Tells what happens to a video and to the page around it.

/**
 * @param listener has `moved()`: the picture may be somewhere else; `shown()` and `hidden()`: the page; `streamBegan()`;
 *     `streamChanged()`: another size, another stream, or none any more.
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
    on(video, ["loadedmetadata"], () => {
        watchTrack();
        listener.streamBegan();
    });
    on(video, ["resize", "emptied"], () => {
        watchTrack();
        listener.streamChanged();
    });
    watchTrack();
}

// Counts what a page does by itself: timers, callbacks for frames, readers of streams, in the page and in the module's worker.

/** Counts of what is begun, and of what is still under way. */
const counters = `
const work = { begun: 0, timers: new Set(), frames: 0, readers: 0 };
for (const [name, end] of [["setTimeout", "clearTimeout"], ["setInterval", "clearInterval"], ["requestAnimationFrame", "cancelAnimationFrame"]]) {
    const [begin, cancel] = [globalThis[name], globalThis[end]];
    if (begin === undefined) continue;
    globalThis[name] = (body, ...values) => {
        work.begun += 1;
        const id = begin((...found) => {
            if (name !== "setInterval") work.timers.delete(name + id);
            body(...found);
        }, ...values);
        work.timers.add(name + id);
        return id;
    };
    globalThis[end] = (id) => {
        work.timers.delete(name + id);
        cancel(id);
    };
}
const getReader = ReadableStream.prototype.getReader;
ReadableStream.prototype.getReader = function (...values) {
    const reader = getReader.apply(this, values);
    work.begun += 1;
    work.readers += 1;
    const end = () => { work.readers -= 1; };
    reader.closed.then(end, end);
    return reader;
};
const told = () => ({ begun: work.begun, timers: work.timers.size, frames: work.frames, readers: work.readers });
const channel = new BroadcastChannel("work");`;

/** For a page, before its TapFocus is made. */
export const pageCounters = `{ ${counters}
const callbacks = new Set();
const { requestVideoFrameCallback: request, cancelVideoFrameCallback: cancel } = HTMLVideoElement.prototype;
HTMLVideoElement.prototype.requestVideoFrameCallback = function (body) {
    work.begun += 1;
    const id = request.call(this, (...values) => {
        callbacks.delete(id);
        body(...values);
    });
    callbacks.add(id);
    return id;
};
HTMLVideoElement.prototype.cancelVideoFrameCallback = function (id) {
    callbacks.delete(id);
    cancel.call(this, id);
};
Object.defineProperty(work, "frames", { get: () => callbacks.size });
globalThis.pageWork = told;
globalThis.workerWork = () => new Promise((done) => {
    channel.onmessage = ({ data }) => done(data);
    channel.postMessage("?");
}); }`;

/** Before the text of a worker. */
export const workerCounters = `{ ${counters}
channel.onmessage = ({ data }) => { if (data === "?") channel.postMessage(told()); }; }
`;

/** Both together, now. */
export const workOf = (browser) => browser.value(`(async () => {
    const [page, worker] = [pageWork(), await workerWork()];
    return Object.fromEntries(Object.keys(page).map((name) => [name, page[name] + worker[name]]));
})()`);

// Workers of a module that came from another origin than the page.

/**
 * The address of a line of script that fetches a worker: a browser starts workers of the page's own origin only. The caller gives
 * the address back with URL.revokeObjectURL, once the worker has been loaded. Null: the worker is of the page's own origin.
 */
export function addressOfLine(worker) {
    if (worker.origin === globalThis.location.origin) return null;
    return URL.createObjectURL(new Blob([`import ${JSON.stringify(worker.href)};`], { type: "text/javascript" }));
}

"use strict";
// Reads what the page holds: base64 of gzip, which nothing but this script looks at.

const element = (id) => document.getElementById(id);

/** A new element with these properties and children. */
function make(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}

/** The bytes of a data block, still compressed; null if it is empty. */
function blockBytes(id) {
    const text = atob(element(id).textContent);
    if (text.length === 0) return null;
    const bytes = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index);
    return bytes;
}

function inflated(bytes) {
    return new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
}

/** All bytes of a data block; null if it is empty. */
async function wholeBlock(id) {
    const bytes = blockBytes(id);
    return bytes === null ? null : new Uint8Array(await new Response(inflated(bytes)).arrayBuffer());
}

/** Hands the lines of the trace to `take`, as they come out of the decompression. */
async function readLines(take) {
    const reader = inflated(blockBytes("trace-data")).pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        const lines = (rest + value).split("\n");
        rest = lines.pop();
        for (const line of lines) take(line);
    }
}

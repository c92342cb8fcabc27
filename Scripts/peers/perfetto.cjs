// Lets Perfetto read a trace: node perfetto.cjs FOLDER TRACE. FOLDER has Perfetto's converter, as its own pages use it: WebAssembly
// for a worker of a browser. Node is no browser, so this is what such a worker finds there. Prints what Perfetto has understood, as JSON.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [folder, trace] = process.argv.slice(2);

function bytesOf(name) {
    const bytes = fs.readFileSync(path.join(folder, path.basename(name)));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

/** A part of a file in memory, in the place of a browser's Blob. */
class Piece {
    constructor(bytes) {
        this.bytes = bytes;
        this.size = bytes.length;
    }
    slice(start, end) { return new Piece(this.bytes.subarray(start, end)); }
}

class FileReaderSync {
    readAsArrayBuffer(piece) { return new Uint8Array(piece.bytes).buffer; }
}

class XMLHttpRequest {
    open(method, name) { this.name = name; }
    send() { this.response = bytesOf(this.name); }
}

function fail(words) {
    console.error(`Perfetto cannot read ${trace}: ${words}`);
    process.exit(1);
}

const words = [];
const worker = {
    console, WebAssembly, TextDecoder, TextEncoder, performance, URL, crypto, setTimeout, clearTimeout, setInterval, clearInterval,
    FileReaderSync, XMLHttpRequest,
    WorkerGlobalScope: class {}, location: { href: 'file:///worker.js' }, addEventListener() {},
    postMessage(message) {
        if (message.kind === 'error') fail(JSON.stringify(message.error));
        if (message.kind === 'updateStatus') words.push(message.status);
        if (message.kind === 'downloadFile') process.stdout.write(Buffer.from(message.buffer));
    },
};
worker.self = worker;
process.on('unhandledRejection', () => fail(words.join(' ')));
vm.runInNewContext(fs.readFileSync(path.join(folder, 'traceconv_bundle.js'), 'utf8'), worker);
worker.onmessage({ data: { kind: 'ConvertTraceAndDownload', format: 'json', trace: new Piece(fs.readFileSync(trace)) } });

// Lets Perfetto read a trace: node perfetto.cjs FOLDER TRACE. FOLDER has Perfetto's trace processor, as its own pages use it: WebAssembly
// for a worker of a browser. Node is no browser, so this is what such a worker finds there. Prints what Perfetto holds of the trace, as
// JSON: how many spans, curves' values and numbers about the reading there are, by their names.
'use strict';
const fs = require('fs');
const path = require('path');
const vm = require('vm');

const [folder, trace] = process.argv.slice(2);

function fail(words) {
    console.error(`Perfetto cannot read ${trace}: ${words}`);
    process.exit(1);
}

function bytesOf(name) {
    const bytes = fs.readFileSync(path.join(folder, path.basename(name)));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

class XMLHttpRequest {
    open(method, name) { this.name = name; }
    send() { this.response = bytesOf(this.name); }
}

// A message of protocol buffers: numbers, and parts of bytes. The fields are those of Perfetto's trace_processor.proto.
const methods = { appendTraceData: 1, finalizeTraceData: 2, query: 3 };

function varint(number) {
    const bytes = [];
    for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
    return Buffer.from([...bytes, number]);
}

const numberField = (field, number) => Buffer.concat([varint(field * 8), varint(number)]);
const bytesField = (field, bytes) => Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);

/** The fields of a message: lists of numbers and of bytes, by the field's number. */
function fieldsOf(bytes) {
    const fields = {};
    let place = 0;
    const readVarint = () => {
        let value = 0n, shift = 0n, byte;
        do {
            byte = bytes[place++];
            value |= BigInt(byte & 127) << shift;
            shift += 7n;
        } while (byte & 128);
        return Number(BigInt.asIntN(64, value));
    };
    while (place < bytes.length) {
        const key = readVarint(), type = key & 7;
        let value;
        if (type === 0) {
            value = readVarint();
        } else {
            const length = type === 2 ? readVarint() : type === 1 ? 8 : 4;
            value = bytes.subarray(place, place + length);
            place += length;
        }
        (fields[key >> 3] ??= []).push(value);
    }
    return fields;
}

let sequence = 0, answer = () => {};
const port = {
    postMessage(bytes) {
        for (const message of fieldsOf(Buffer.from(bytes))[1] ?? []) {
            const fields = fieldsOf(message);
            if (fields[5]) fail(fields[5][0]);
            answer(fields);
        }
    },
};
const worker = {
    console: { log() {}, warn() {}, error: console.error, info() {} },
    // WebAssembly is that of the context itself, whose errors its code knows.
    TextDecoder, TextEncoder, performance, URL, crypto, setTimeout, clearTimeout, setInterval, clearInterval,
    XMLHttpRequest, WorkerGlobalScope: class {}, location: { href: 'file:///worker.js' }, addEventListener() {}, postMessage() {},
};
worker.self = worker;
process.on('unhandledRejection', (reason) => fail(reason?.stack ?? reason));
const context = vm.createContext(worker);
vm.runInContext(fs.readFileSync(path.join(folder, 'engine_bundle.js'), 'utf8'), context);
const Bytes = vm.runInContext('Uint8Array', context);
worker.onmessage({ data: port });

/** Sends a request; resolves once an answer satisfies `isLast`. */
function request(method, parts, isLast) {
    return new Promise((resolve) => {
        answer = (fields) => { if (isLast(fields)) resolve(); };
        const call = Buffer.concat([numberField(1, sequence++), numberField(2, method), ...parts]);
        port.onmessage({ data: new Bytes(bytesField(1, call)) });
    });
}

/** Rows of a name and a number, which the query makes one text each. */
async function counts(sql) {
    const rows = [];
    await request(methods.query, [bytesField(103, bytesField(1, Buffer.from(sql)))], (fields) => {
        let isLast = false;
        for (const result of fields[203] ?? []) {
            const { 2: errors, 3: batches } = fieldsOf(result);
            if (errors && errors[0].length > 0) fail(errors[0]);
            for (const batch of (batches ?? []).map(fieldsOf)) {
                for (const texts of batch[5] ?? []) rows.push(...texts.toString('utf8').split('\0').filter((text) => text !== ''));
                isLast ||= Boolean(batch[6]?.[0]);
            }
        }
        return isLast;
    });
    return Object.fromEntries(rows.map((row) => [row.slice(row.indexOf(' ') + 1), Number(row.slice(0, row.indexOf(' ')))]));
}

async function main() {
    // The trace processor begins behind its module's promises, and takes no request before.
    await new Promise(setImmediate);
    const bytes = fs.readFileSync(trace);
    for (let place = 0; place < bytes.length; place += 1 << 20) {
        await request(methods.appendTraceData, [bytesField(101, bytes.subarray(place, place + (1 << 20)))], () => true);
    }
    await request(methods.finalizeTraceData, [], () => true);
    const row = "count(*) || ' ' ||";
    process.stdout.write(JSON.stringify({
        spans: await counts(`SELECT ${row} name FROM slice GROUP BY name`),
        unfinished: await counts(`SELECT ${row} name FROM slice WHERE dur < 0 GROUP BY name`),
        values: await counts(`SELECT ${row} t.name FROM counter c JOIN counter_track t ON c.track_id = t.id GROUP BY t.name`),
        numbers: await counts("SELECT sum(value) || ' ' || name FROM stats GROUP BY name"),
    }));
    process.exit(0);
}
main();

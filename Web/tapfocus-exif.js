// Metadata of a photo: Exif, and what Exif has no tags for as XMP. What is not known is left out; Documentation/Photos.md has the table.

const encoder = new TextEncoder();
/** The types of TIFF. */
const [ascii, short, long, undefinedBytes, signedRational] = [2, 3, 4, 7, 10];
const exifName = [...encoder.encode("Exif\0\0")];
const xmpName = [...encoder.encode("http://ns.adobe.com/xap/1.0/\0")];

/**
 * A JPEG file with metadata, in the place of those that it has. Bytes that are no JPEG file come back as they are.
 * @param facts `time`, a Date; where they are known `camera`, its name; `ev`; `point` in shares of the video's frames, and the size of
 *     these as `frames`: a picture of another shape shows another part of the scene, and has no point; `focus` and `exposure`, how they
 *     stood.
 */
export function withMetadata(bytes, facts) {
    const segments = segmentsOf(bytes);
    const size = segments && sizeOf(bytes, segments);
    if (!size) return bytes;
    const kept = segments.filter(({ marker, start }) => marker !== 0xe1 || !(begins(bytes, start + 4, exifName) || begins(bytes, start + 4, xmpName)));
    const parts = [[0xff, 0xd8]];
    // JFIF's own segment, and the one of cameras (AVI1), come first.
    const head = kept.filter(({ marker }) => marker === 0xe0).map(({ start, end }) => bytes.subarray(start, end));
    const rest = kept.filter(({ marker }) => marker !== 0xe0).map(({ start, end }) => bytes.subarray(start, end));
    parts.push(...head, segment([...exifName, ...exif(size, facts)]), ...xmp(facts), ...rest, bytes.subarray(segments.at(-1).end));
    const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
        file.set(part, at);
        at += part.length;
    }
    return file;
}

/** True if two pictures have the same shape, to a hundredth: pixels are whole. */
export const isAlike = (one, other) => Math.abs((one.width * other.height) / (one.height * other.width) - 1) < 0.01;

/** The segments up to the first scan; null: this is no JPEG file. */
function segmentsOf(bytes) {
    if (bytes.length < 4 || bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
    const found = [];
    for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
        const marker = bytes[at + 1];
        // Any number of these may fill the space before a marker.
        if (marker === 0xff) {
            at += 1;
            continue;
        }
        const end = at + 2 + number(bytes, at + 2);
        if (end < at + 4 || end > bytes.length) return null;
        found.push({ marker, start: at, end });
        if (marker === 0xda) return found;
        at = end;
    }
    return null;
}

const number = (bytes, at) => (bytes[at] << 8) | bytes[at + 1];

const begins = (bytes, at, name) => name.every((byte, index) => bytes[at + index] === byte);

/** Of the stored picture, in pixels; null: no segment tells it. */
function sizeOf(bytes, segments) {
    const frame = segments.find(({ marker, start, end }) => marker >= 0xc0 && marker <= 0xc2 && end - start >= 10);
    return frame ? { width: number(bytes, frame.start + 7), height: number(bytes, frame.start + 5) } : null;
}

/** A segment APP1. */
const segment = (body) => [0xff, 0xe1, ...shorts(body.length + 2), ...body];

const shorts = (...values) => values.flatMap((value) => [(value >> 8) & 255, value & 255]);
const longs = (...values) => values.flatMap((value) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);

const text = (tag, words) => {
    const bytes = [...encoder.encode(words), 0];
    return { tag, type: ascii, count: bytes.length, bytes };
};
const shortTag = (tag, ...values) => ({ tag, type: short, count: values.length, bytes: shorts(...values) });
const longTag = (tag, value) => ({ tag, type: long, count: 1, bytes: longs(value) });

/** TIFF, big-endian: two directories, of the picture and of its exposure. Entries stand in the order of their tags. */
function exif({ width, height }, { time, camera, ev, point, frames = { width, height } }) {
    const picture = (place) => directory([
        ...(camera ? [text(0x0110, camera)] : []),
        shortTag(0x0112, 1),
        text(0x0131, "TapFocus"),
        longTag(0x8769, place),
    ], 8);
    const { day, fraction, zone } = moment(time);
    const offset = 8 + picture(0).length;
    const pixel = (share, length) => Math.min(Math.max(Math.round(share * length), 0), length);
    const exposure = directory([
        { tag: 0x9000, type: undefinedBytes, count: 4, bytes: [...encoder.encode("0232")] },
        text(0x9003, day),
        text(0x9011, zone),
        // In hundredths of a stop.
        ...(Number.isFinite(ev) ? [{ tag: 0x9204, type: signedRational, count: 1, bytes: longs(Math.round(ev * 100), 100) }] : []),
        // Two numbers are a point: the page does not know the region around it.
        ...(point && isAlike({ width, height }, frames) ? [shortTag(0x9214, pixel(point.x, width), pixel(point.y, height))] : []),
        text(0x9291, fraction),
        shortTag(0xa001, 1),
        longTag(0xa002, width),
        longTag(0xa003, height),
    ], offset);
    return [...encoder.encode("MM\0*"), ...longs(8), ...picture(offset), ...exposure];
}

/** A directory at an offset, and behind it the values that do not fit into their entries. */
function directory(entries, offset) {
    const head = shorts(entries.length);
    const values = [];
    const place = offset + 2 + 12 * entries.length + 4;
    for (const { tag, type, count, bytes } of entries) {
        head.push(...shorts(tag, type), ...longs(count));
        if (bytes.length <= 4) {
            head.push(...bytes, ...new Array(4 - bytes.length).fill(0));
        } else {
            head.push(...longs(place + values.length));
            values.push(...bytes, ...new Array(bytes.length % 2).fill(0));
        }
    }
    return [...head, 0, 0, 0, 0, ...values];
}

/** A Date as Exif has it: in the zone of this machine. */
function moment(time) {
    const two = (value) => String(value).padStart(2, "0");
    const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join(":");
    const clock = [time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":");
    const east = -time.getTimezoneOffset();
    const zone = `${east < 0 ? "-" : "+"}${two(Math.floor(Math.abs(east) / 60))}:${two(Math.abs(east) % 60)}`;
    return { day: `${day} ${clock}`, fraction: String(time.getMilliseconds()).padStart(3, "0"), zone };
}

/** How focus and exposure stood, as a segment; none if nothing is known. */
function xmp({ focus, exposure }) {
    const fields = Object.entries({ Focus: focus, Exposure: exposure }).filter(([, word]) => /^[a-z]+$/i.test(word ?? ""));
    if (fields.length === 0) return [];
    const words = fields.map(([name, word]) => ` tapfocus:${name}="${word}"`).join("");
    const packet = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">`
        + `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" `
        + `xmlns:tapfocus="https://tapfocus.invalid/ns/1/"${words}/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
    return [segment([...xmpName, ...encoder.encode(packet)])];
}

// Metadata of a photo, read back as other programs read them: by the offsets of TIFF.
import { expect, expectEqual } from "../Page/check.mjs";
import { withMetadata } from "../../Web/tapfocus-exif.js";

/** A file of a camera, as far as its segments go: JFIF, a frame of 640 × 480, a scan. */
const jfif = [0xff, 0xe0, 0, 4, 74, 70];
const frame = [0xff, 0xc0, 0, 11, 8, 1, 0xe0, 2, 0x80, 1, 1, 0x11, 0];
const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x2b, 0x7f, 0xff, 0xd9];
const file = (...more) => new Uint8Array([0xff, 0xd8, ...jfif, ...more, ...frame, ...scan]);

const facts = {
    time: new Date(2026, 10, 28, 7, 5, 9, 42), camera: "Acme Kiosk", ev: -0.7, point: { x: 0.25, y: 0.5 }, focus: "converged", exposure: "held",
};

/** The bodies of the segments APP1. */
function app1(bytes) {
    const found = [];
    for (let at = 2; bytes[at + 1] !== 0xda; at += 2 + (bytes[at + 2] << 8) + bytes[at + 3]) {
        expectEqual(bytes[at], 0xff, `a marker at ${at}`);
        if (bytes[at + 1] === 0xe1) found.push(bytes.subarray(at + 4, at + 2 + (bytes[at + 2] << 8) + bytes[at + 3]));
    }
    return found;
}

const words = (bytes) => new TextDecoder().decode(bytes);

/** The tags of the first directory and of the one that it points to, by their numbers. */
function tags(body) {
    expectEqual(words(body.subarray(0, 8)), "Exif\0\0MM", "the head");
    const view = new DataView(body.buffer, body.byteOffset + 6, body.length - 6);
    const found = {};
    const read = (place) => {
        let former = 0;
        for (let index = 0; index < view.getUint16(place); index++) {
            const at = place + 2 + 12 * index;
            const [tag, type, count] = [view.getUint16(at), view.getUint16(at + 2), view.getUint32(at + 4)];
            expect(tag > former, `the tag ${tag} is not in order`);
            former = tag;
            const size = { 2: 1, 3: 2, 4: 4, 7: 1, 10: 8 }[type];
            const start = size * count <= 4 ? at + 8 : view.getUint32(at + 8);
            const each = (length, value) => Array.from({ length }, (_, place) => value(place));
            if (type === 2 || type === 7) found[tag] = words(body.subarray(6 + start, 6 + start + count)).replace(/\0$/, "");
            if (type === 3) found[tag] = each(count, (place) => view.getUint16(start + 2 * place));
            if (type === 4) found[tag] = each(count, (place) => view.getUint32(start + 4 * place));
            if (type === 10) found[tag] = each(2 * count, (place) => view.getInt32(start + 4 * place));
        }
    };
    read(view.getUint32(4));
    read(found[0x8769][0]);
    return found;
}

export async function exifTests(checks) {
    const test = (name, body) => checks.test(`metadata: ${name}`, body);

    await test("what is known is in its tag, and the picture stays as it is", () => {
        const bytes = withMetadata(file(), facts);
        const [exif, xmp] = app1(bytes);
        const found = tags(exif);
        expectEqual([found[0x0110], found[0x0112], found[0x0131]], ["Acme Kiosk", [1], "TapFocus"], "camera, orientation, software");
        expectEqual([found[0x9003], found[0x9291]], ["2026:11:28 07:05:09", "042"], "the time");
        expect(/^[+-]\d\d:\d\d$/.test(found[0x9011]), `the zone ${found[0x9011]}`);
        expectEqual([found[0x9204], found[0x9214]], [[-70, 100], [160, 240]], "compensation and point");
        expectEqual([found[0xa001], found[0xa002], found[0xa003]], [[1], [640], [480]], "colours and size");
        expect(words(xmp).includes(`tapfocus:Focus="converged" tapfocus:Exposure="held"`), words(xmp));
        expectEqual([...bytes.subarray(2, 8)], jfif, "JFIF comes first");
        expectEqual([...bytes.subarray(bytes.length - frame.length - scan.length)], [...frame, ...scan], "the rest");
    });

    await test("what is not known is left out", () => {
        const segments = app1(withMetadata(file(), { time: facts.time, camera: null, ev: undefined, point: null, focus: null, exposure: `"><x` }));
        expectEqual(segments.length, 1, "segments");
        const found = tags(segments[0]);
        expectEqual([0x0110, 0x9204, 0x9214].filter((tag) => tag in found), [], "tags");
    });

    await test("a photo of another shape than the frames has no point, one of the same shape and another size has it", () => {
        const point = (width, height) => tags(app1(withMetadata(file(), { ...facts, frames: { width, height } }))[0])[0x9214];
        expectEqual([point(1280, 720), point(480, 640)], [undefined, undefined], "16:9, and 3:4");
        expectEqual([point(320, 240), point(1600, 1201)], [[160, 240], [160, 240]], "4:3");
    });

    await test("metadata that are there already are replaced, those of others stay", () => {
        const once = withMetadata(file(0xff, 0xe1, 0, 5, 65, 66, 67), facts);
        const twice = withMetadata(once, { ...facts, ev: 1 });
        const segments = app1(twice);
        expectEqual(segments.length, 3, "segments");
        expectEqual(tags(segments[0])[0x9204], [100, 100], "the compensation");
        expectEqual([...segments[2]], [65, 66, 67], "another program's");
    });

    await test("bytes that are no JPEG file, or end in the middle, come back as they are", () => {
        const whole = file();
        for (let length = 0; length < whole.length - scan.length + 10; length++) {
            const cut = whole.subarray(0, length);
            expectEqual([...withMetadata(cut, facts)], [...cut], `${length} bytes`);
        }
    });
}

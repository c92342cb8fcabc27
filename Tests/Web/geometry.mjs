// The square and the tap are where the picture is: the browser draws a mark, a screenshot says where it has come to lie.
import { expect } from "../Page/check.mjs";
import { decode, middleOfMagenta } from "./png.mjs";
import { openPage, squareBounds, tapAt } from "./page.mjs";

/** The mark's middle, in shares of a picture of 320 × 180. Every fit shows it. */
const mark = { x: 0.41, y: 0.56 };
const size = { width: 320, height: 180 };
/**
 * What a screenshot's smoothing and the browser's whole pixels may move the mark's middle by, CSS pixels. A video's rectangle is drawn
 * at whole pixels before it is turned, and its colours are half as fine.
 */
const tolerances = { canvas: 1, video: 1.5 };

/** A page with the picture: a canvas, or a video of one's stream. */
const body = (picture) => `
<div class="outer" style="height: 1500px; width: 1200px; background: #222">
    <div class="around" style="width: 360px; padding: 20px 0 0 33.5px; transform-origin: 40px 30px">
        ${picture}
    </div>
</div>`;

const canvas = (more) => `<canvas width="${size.width}" height="${size.height}" ${more}></canvas>`;
const place = `id="picture" style="width: 240px; height: 220px; display: block"`;

const draw = (id) => `
const drawing = document.getElementById("${id}").getContext("2d");
drawing.fillStyle = "#000";
drawing.fillRect(0, 0, ${size.width}, ${size.height});
drawing.fillStyle = "#f0f";
drawing.fillRect(${mark.x * size.width - 6}, ${mark.y * size.height - 6}, 12, 12);`;

const pictures = {
    canvas: { body: body(canvas(place)), script: draw("picture") },
    video: {
        body: body(`<video ${place} autoplay muted playsinline></video>`) + canvas(`id="source" hidden`),
        script: `const picture = document.getElementById("picture");
            picture.srcObject = document.getElementById("source").captureStream(10);
            ${draw("source")}
            await picture.play();`,
    },
};

const fits = ["fill", "contain", "cover", "none", "scale-down"];
const rotations = [0, 90, 180, 270];
const zooms = [{}, { around: "scale(0.8)" }, { zoom: 1.25 }];

function* combinations() {
    for (const fit of fits) for (const rotation of rotations) for (const isMirrored of [false, true]) {
        for (const scroll of [0, 61]) for (const zoom of zooms) {
            const zooming = JSON.stringify(zoom);
            yield { name: `${fit}, ${rotation}°${isMirrored ? ", mirrored" : ""}, scrolled ${scroll}, ${zooming}`, fit, rotation, isMirrored, zooming,
                scroll, ...zoom, picture: { objectFit: fit, transform: `${isMirrored ? "scaleX(-1) " : ""}rotate(${rotation}deg)` } };
        }
    }
}

const oddPlaces = [
    { name: "object-position in pixels and from the right", picture: { objectFit: "contain", objectPosition: "right 10px top 12px" } },
    { name: "object-position by calc, cover", picture: { objectFit: "cover", objectPosition: "calc(30% + 4px) -6px" } },
    { name: "padding and border, content-box", picture: { objectFit: "cover", padding: "11px 3px 5px 17px", border: "4px solid green" } },
    { name: "padding and border, border-box", picture: { objectFit: "contain", padding: "9px 20px", borderLeft: "13px solid green", boxSizing: "border-box" } },
    { name: "rotate and scale as properties", picture: { rotate: "90deg", scale: "-0.7 0.9", objectFit: "contain" } },
    { name: "mirrored by a turn around the upright axis", picture: { rotate: "y 180deg", objectFit: "contain" } },
    { name: "turned around an axis of its own", picture: { rotate: "0.6 0.8 0 60deg", objectFit: "cover" } },
    { name: "all around is turned and mirrored", around: "rotate(90deg) scaleY(-1)" },
    { name: "an angle that is no quarter, with another origin", picture: { transform: "rotate(17deg) translate(30px, 9px)", transformOrigin: "12% 80%" } },
    { name: "skewed", picture: { transform: "skewX(14deg)" }, around: "scale(1.1, 0.7)" },
    { name: "absolute, at the parent's edge", picture: { position: "absolute", left: "55.25px", top: "18.75px" }, position: "relative" },
    { name: "in a container that scrolls", inner: 25 },
];

const set = (place) => `{
    const place = ${JSON.stringify(place)};
    const picture = document.getElementById("picture");
    const around = document.querySelector(".around");
    picture.style.cssText = "width: 240px; height: 220px; display: block";
    Object.assign(picture.style, place.picture ?? {});
    around.style.transform = place.around ?? "none";
    around.style.zoom = place.zoom ?? 1;
    around.style.position = place.position ?? "static";
    around.style.overflow = place.inner ? "scroll" : "visible";
    around.style.height = place.inner ? "200px" : "auto";
    around.scrollTop = place.inner ?? 0;
    scrollTo(0, place.scroll ?? 0);
    tapfocus.refresh();
}`;

/** The mark and the square of one place, and the point of a tap on the mark. */
async function found(browser, server, place) {
    await browser.value("document.querySelector('.tapfocus').style.visibility = 'hidden'");
    await browser.value(set(place));
    await browser.frame();
    const middle = middleOfMagenta(decode(await browser.picture()));
    expect(middle !== null, `${place.name}: the mark is not in sight`);
    await browser.value("document.querySelector('.tapfocus').style.visibility = 'visible'");
    const client = server.clients.at(-1);
    client.say({ event: "state", state: "autoAndForceLocked", point: mark, cause: "tap", rule: "tapped" });
    await browser.until("tapfocus.state === 'autoAndForceLocked'");
    const square = await squareBounds(browser);
    const before = client.requests("tap").length;
    await tapAt(browser, middle);
    await browser.until(`tapsSent() > ${before}`);
    client.say({ event: "state", state: "continuousAuto", point: null, cause: "view", rule: "viewShown" });
    await browser.until("tapfocus.state === 'continuousAuto'");
    const tap = client.requests("tap").at(-1);
    // The same two as places on the page, by what the browser itself has drawn around the mark.
    return { middle, square, tap };
}

export async function geometryTests(checks, browser, server) {
    const open = (picture) => openPage(browser, server, { ...pictures[picture], options: "{ taps: 'page' }", size: { width: 640, height: 560, isReduced: true } });
    const all = [...combinations()];
    // Seven divides no number of values: so every fit comes with every rotation, mirroring, scroll and zoom.
    const some = all.filter((_, index) => index % 7 === 0);
    for (const [picture, places] of Object.entries({ canvas: all, video: some })) {
        await open(picture);
        await checks.test(`the square and the tap are at the mark of a ${picture}, for fit × rotation × mirroring × scroll × zoom`, async () => {
            for (const place of places) await expectAtMark(browser, server, place, tolerances[picture]);
        });
        for (const place of oddPlaces) {
            await checks.test(`the square and the tap are at the mark of a ${picture}: ${place.name}`,
                () => expectAtMark(browser, server, place, tolerances[picture]));
        }
    }
    await checks.test("what is tried with a video has every fit with every rotation, mirroring, scroll and zoom", () => {
        expect(all.length === 240, `${all.length} places`);
        for (const other of ["rotation", "isMirrored", "scroll", "zooming"]) {
            const pairs = (places) => new Set(places.map((place) => `${place.fit} ${place[other]}`)).size;
            expect(pairs(some) === pairs(all), `${pairs(some)} pairs of fit and ${other}, not ${pairs(all)}`);
        }
    });
}

async function expectAtMark(browser, server, place, tolerance) {
    const { middle, square, tap } = await found(browser, server, place);
    const off = Math.hypot(square.x - middle.x, square.y - middle.y);
    expect(off < tolerance, `${place.name}: the square is ${off.toFixed(2)} px beside the mark: ${JSON.stringify({ square, middle })}`);
    // A pixel of the page is a pixel of the picture or less, but for pictures that are made smaller: half as large at most.
    const [across, down] = [(tap.x - mark.x) * size.width, (tap.y - mark.y) * size.height];
    expect(Math.hypot(across, down) < tolerance * 2, `${place.name}: the tap is ${across.toFixed(2)}, ${down.toFixed(2)} px of the picture beside the mark`);
}

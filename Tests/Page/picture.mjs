// A picture of a page at a moment that shows much of it: node picture.mjs PAGE.html PICTURE.png
import { writeFileSync } from "node:fs";
import { Browser } from "./browser.mjs";

const [page, picture] = process.argv.slice(2);
const browser = await Browser.start();
await browser.open(page, { width: 1360, height: 880 });
await browser.value(`{
    const slider = document.getElementById("slider");
    slider.value = 2;
    slider.dispatchEvent(new Event("input"));
}`);
await browser.until("document.getElementById('what-if').dataset.value === '2'");
for (const kind of ["motion", "frame", "other"]) {
    await browser.value(`document.querySelector("#kinds [data-kind=${kind}]").click()`);
}
await browser.press("Home");
for (let count = 0; count < 8; count++) await browser.press("ArrowRight", { shift: true });
await browser.frame();
writeFileSync(picture, await browser.picture());
await browser.stop();

// The photo on the kiosk page: a flash of the screen, a thumbnail at the edge, and the photo itself when that is pressed.

const part = (id) => document.getElementById(id);
/** The time after which a photo that nobody looks at is forgotten, ms: the next guest shall not find it. */
const shownTime = 60_000;
const endings = { "image/png": "png", "image/webp": "webp" };

export class PhotoCorner {
    #address = null;
    #timer = null;

    constructor() {
        part("thumbnail").addEventListener("click", () => {
            part("photo").showModal();
            this.#forgetLater();
        });
        part("photo").addEventListener("close", () => this.#forgetLater());
    }

    /** @param verdict a word about a photo that may not be sharp, or "". */
    show(photo, verdict) {
        this.#forget();
        this.#address = URL.createObjectURL(photo);
        for (const image of this.#images) image.src = this.#address;
        // A camera gives the type that it likes.
        Object.assign(part("save"), { href: this.#address, download: `photo.${endings[photo.type] ?? "jpg"}` });
        part("verdict").textContent = verdict;
        this.#isShown = true;
        flash();
        this.#forgetLater();
    }

    get #images() { return document.querySelectorAll("#thumbnail img, #photo img"); }

    set #isShown(value) {
        part("thumbnail").hidden = !value;
        document.body.classList.toggle("with-thumbnail", value);
    }

    #forgetLater() {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#forget(), shownTime);
    }

    #forget() {
        clearTimeout(this.#timer);
        if (this.#address === null) return;
        part("photo").close();
        this.#isShown = false;
        for (const image of this.#images) image.removeAttribute("src");
        part("save").removeAttribute("href");
        URL.revokeObjectURL(this.#address);
        this.#address = null;
    }
}

function flash() {
    const white = part("flash");
    white.classList.remove("on");
    // Read, so that the animation starts again.
    void white.offsetWidth;
    white.classList.add("on");
}

// Mouse and fingers on the time line.

/** Dragging scrolls, two fingers zoom, a click sets the cursor. */
function onPointers(canvas) {
    const fingers = new Map();
    let start = null;
    /** A click on a mark's words goes to the mark, and elsewhere to the time. */
    const pick = (event) => {
        const area = canvas.getBoundingClientRect(), row = flagRowAt(event.clientX - area.left, event.clientY - area.top);
        if (row === null) goToTime(timeAt(event.clientX)); else goToRow(row);
    };
    const timeAt = (x) => view.from + ((x - canvas.getBoundingClientRect().left) / canvas.clientWidth) * (view.to - view.from);
    const begin = (hasMoved) => { start = { places: [...fingers.values()], from: view.from, to: view.to, hasMoved }; };
    canvas.addEventListener("pointerdown", (event) => {
        canvas.setPointerCapture(event.pointerId);
        fingers.set(event.pointerId, event.clientX);
        begin(fingers.size > 1);
    });
    canvas.addEventListener("pointermove", (event) => {
        if (!fingers.has(event.pointerId) || start === null) return;
        fingers.set(event.pointerId, event.clientX);
        const now = [...fingers.values()], span = start.to - start.from, width = canvas.clientWidth;
        if (Math.abs(now[0] - start.places[0]) > 4 || now.length > 1) start.hasMoved = true;
        if (!start.hasMoved) return;
        if (now.length > 1) {
            const apart = (places) => Math.max(20, Math.abs(places[0] - places[1]));
            const middle = (start.places[0] + start.places[1]) / 2 - canvas.getBoundingClientRect().left;
            const about = start.from + (middle / width) * span, factor = apart(start.places) / apart(now);
            setWindow(about - (about - start.from) * factor, about + (start.to - about) * factor);
        } else {
            const shift = ((start.places[0] - now[0]) / width) * span;
            setWindow(start.from + shift, start.to + shift);
        }
    });
    const end = (event) => {
        if (!fingers.delete(event.pointerId)) return;
        if (event.type === "pointerup" && !start.hasMoved) pick(event);
        if (fingers.size > 0) begin(true);
    };
    canvas.addEventListener("pointerup", end);
    canvas.addEventListener("pointercancel", end);
    canvas.addEventListener("wheel", (event) => {
        event.preventDefault();
        const amount = event.deltaX + event.deltaY;
        if (event.ctrlKey) zoom(Math.exp(amount * 0.004), timeAt(event.clientX)); else scroll(amount / canvas.clientWidth);
    }, { passive: false });
}

function onOverview(canvas) {
    const move = (event) => {
        if (event.buttons === 0) return;
        const share = (event.clientX - canvas.getBoundingClientRect().left) / canvas.clientWidth;
        const time = share * trace.end, half = (view.to - view.from) / 2;
        setWindow(time - half, time + half);
    };
    canvas.addEventListener("pointerdown", (event) => { canvas.setPointerCapture(event.pointerId); move(event); });
    canvas.addEventListener("pointermove", move);
}

/** After a click or a drag on a slider or a choice the keys belong to the page; with the keyboard they stay where they are. */
function handBackKeys() {
    let isPointer = false;
    document.addEventListener("pointerdown", () => { isPointer = true; }, true);
    document.addEventListener("keydown", () => { isPointer = false; }, true);
    for (const id of ["slider", "setting", "speed"]) {
        element(id).addEventListener("change", () => { if (isPointer) element("timeline").focus({ preventScroll: true }); });
    }
}

// The machine of a hold, without a browser: what each event leads to in each state.
import { expectEqual } from "../Page/check.mjs";
import { HoldMachine, retryPause } from "../../Web/tapfocus-hold-machine.js";

const reservation = { request: "hold-frames", camera: "046d:0825" };
const stream = { ...reservation, width: 640, height: 480, interval: 33_333 };
const ended = { request: "frames-ended" };
const wish = { event: "measure", id: 7 };

/** A machine after some events: the name of a method with its value. */
function after(...events) {
    const machine = new HoldMachine();
    for (const [name, value] of [["connected"], ...events]) machine[name](value);
    return machine;
}

const held = [["ask", stream], ["held", true]];

export async function holdTests(checks) {
    const test = (name, body) => checks.test(`hold: ${name}`, body);

    await test("a request rests what was measured for the one before, and is sent", () => {
        expectEqual(after().ask(stream), [["rest"], ["stopWaiting"], ["send", stream]], "actions");
        const machine = after(...held, ["measure", wish]);
        machine.ask({ ...stream, width: 1280 });
        expectEqual([machine.wish, machine.isAsking, machine.isHeld], [null, true, true], "wish, asking, held");
    });

    await test("the answer lets whoever waits go on, and ends the wait for another attempt", () => {
        expectEqual(after(["ask", stream]).held(true), [["decide", true], ["stopWaiting"]], "a stream");
        expectEqual(after(["ask", reservation]).held(false), [["decide", true]], "a reservation");
    });

    await test("a hold without the declared stream is declared again after a pause", () => {
        expectEqual(after(...held).held(false), [["decide", true], ["rest"], ["askLater", retryPause]], "actions");
        expectEqual(after(...held, ["measure", wish], ["held", false]).wish, null, "the wish");
        expectEqual(after(...held, ["measure", wish], ["held", true]).wish, wish, "the wish of a hold that is confirmed");
    });

    await test("a refusal is tried again after a pause; of another camera than the one that is held, the connection ends", () => {
        expectEqual(after(["ask", stream]).refused(5), [["rest"], ["decide", false], ["askLater", 5]], "the first request");
        expectEqual(after(...held).refused(5), [["rest"], ["decide", false], ["askLater", 5]], "a hold that has ended");
        const other = { ...stream, camera: "other" };
        expectEqual(after(...held, ["ask", other]).refused(5), [["rest"], ["decide", false], ["restart"]], "another camera");
    });

    await test("frames are measured for a declared stream only", () => {
        expectEqual(after(...held).measure(wish), [["measure", stream]], "held");
        expectEqual(after(["ask", stream]).measure(wish), [["measure", stream]], "asked for");
        for (const events of [[], [["ask", reservation], ["held", false]], [...held, ["ask", ended]], [["ask", stream], ["refused", 5]]]) {
            expectEqual(after(...events).measure(wish), [], JSON.stringify(events));
        }
        expectEqual(after(...held, ["measure", wish], ["rest"]).wish, null, "after rest");
    });

    await test("the end of the frames keeps the camera, and its late answer counts", () => {
        const machine = after(...held, ["ask", ended]);
        expectEqual([machine.isHeld, machine.hasStream, machine.isAsking], [true, false, false], "held, stream, asking");
        const early = after(["ask", stream], ["ask", ended]);
        expectEqual([early.isHeld, early.held(true), early.isHeld], [false, [["decide", true]], true], "the answer to the stream before");
    });

    await test("after a pause the same request is sent again", () => {
        const machine = after(["ask", stream], ["refused", 5], ["retry"]);
        expectEqual([machine.request, machine.isHeld], [null, false], "request, held");
        expectEqual(after(...held, ["retry"]).isHeld, true, "a camera that is held stays held");
    });

    await test("the end of the connection ends everything, and nothing happens without one", () => {
        const machine = after(...held, ["measure", wish]);
        expectEqual(machine.disconnected(), [["stopWaiting"], ["rest"], ["decide", false]], "actions");
        expectEqual([machine.isConnected, machine.isHeld, machine.request, machine.wish], [false, false, null, null], "state");
        expectEqual([machine.held(true), machine.refused(5), machine.measure(wish), machine.retry()], [[], [], [], []], "late events");
    });
}

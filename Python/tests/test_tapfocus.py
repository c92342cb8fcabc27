"""The module against a played daemon. TAPFOCUS_LIBRARY names the library."""

from __future__ import annotations

import errno
import json
import os
import pathlib
import random
import runpy
import select
import socket
import stat
import sys
import tempfile
import time
import types
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Python"))

import tapfocus  # noqa: E402

HELD = {"event": "held", "time": 1, "camera": "/dev/video0", "measures": False}
MEASURES = {**HELD, "measures": True}
WISH = {"event": "measure", "id": 7, "focus": [0, 0, 1, 1], "exposure": [0, 0, 1, 1], "grid": True, "interval": 0}


def picture(width: int = 64, height: int = 48) -> memoryview:
    """Half of it is white, half black."""
    row = bytes(255 if column < width // 2 else 0 for column in range(width))
    return memoryview(row * height).cast("B", shape=[height, width])


class Daemon:
    """The other side of the control socket."""

    def __init__(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.path = self.folder.name + "/control.sock"
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen(4)
        self.connection: socket.socket | None = None
        self.received = b""

    def accept(self) -> None:
        self.listener.settimeout(5)
        self.connection, _ = self.listener.accept()
        self.connection.settimeout(5)

    def send(self, *events: dict) -> None:
        for event in events:
            self.connection.sendall(json.dumps(event).encode() + b"\n")

    def next_request(self) -> dict:
        while b"\n" not in self.received:
            more = self.connection.recv(65536)
            if not more:
                raise EOFError("the client has hung up")
            self.received += more
        line, self.received = self.received.split(b"\n", 1)
        return json.loads(line)

    def close(self) -> None:
        for end in (self.connection, self.listener):
            if end is not None:
                end.close()
        self.folder.cleanup()


def turn(focus: tapfocus.TapFocus, until) -> list[tapfocus.Event]:
    """Waits for the client's descriptor until a condition holds."""
    events: list[tapfocus.Event] = []
    end = time.monotonic() + 5
    while time.monotonic() < end:
        events += focus.events()
        if until(events):
            return events
        select.select([focus], [], [], 0.1)
    raise TimeoutError(f"waited in vain; {events}")


class Photos(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.outside = pathlib.Path(temporary.name)
        self.folder = self.outside / "photos"
        (self.folder / "today").mkdir(parents=True)

    def reason(self, path: str) -> str:
        with self.assertRaises(tapfocus.PhotoError) as raised:
            tapfocus.write_photo(str(self.folder), path, b"photo")
        return raised.exception.reason

    def names(self) -> list[str]:
        return sorted(name for _, folders, files in os.walk(self.outside) for name in files + folders)

    def test_a_photo_is_there_whole_and_nothing_else_is(self) -> None:
        whole = str(self.folder / "today" / "near.jpg")
        for path, data in (("today/near.jpg", b"first"), (whole, b"second"), ("./today//near.jpg", bytearray(b"third"))):
            self.assertEqual(tapfocus.write_photo(str(self.folder) + "/", path, data), whole)
            self.assertEqual(pathlib.Path(whole).read_bytes(), bytes(data))
        self.assertEqual(os.stat(whole).st_mode & 0o137, 0)
        self.assertEqual(self.names(), ["near.jpg", "photos", "today"])

    def test_no_path_and_no_link_leads_out_of_the_folder(self) -> None:
        os.symlink(self.outside, self.folder / "out")
        for path in ("", "/", "..", "../x.jpg", "today/../../x.jpg", "today/", "today/.", "/etc/x.jpg", f"{self.folder}x/a.jpg", "a\0b"):
            self.assertEqual(self.reason(path), "outside", path)
        self.assertEqual(self.reason(".tapfocus-1-0.part"), "outside")
        self.assertIn(self.reason("out/x.jpg"), ("outside", "noFolder"))
        self.assertEqual(self.reason("gone/x.jpg"), "noFolder")
        self.assertEqual(self.names(), ["out", "photos", "today"])

    def test_where_it_cannot_be_written_an_earlier_photo_stays(self) -> None:
        path = tapfocus.write_photo(str(self.folder), "near.jpg", b"first")
        full = OSError(errno.ENOSPC, "No space left on device")
        for function in ("fsync", "rename"):
            with unittest.mock.patch(f"tapfocus.os.{function}", side_effect=full):
                self.assertEqual(self.reason("near.jpg"), "noSpace", function)
        self.assertEqual(pathlib.Path(path).read_bytes(), b"first")
        self.assertEqual(self.names(), ["near.jpg", "photos", "today"])

    def test_the_bytes_are_on_the_disk_before_the_name_and_the_folder_after_it(self) -> None:
        order: list[str] = []
        real = {name: getattr(os, name) for name in ("fsync", "rename")}

        def noting(name: str):
            def call(*values: object, **named: object) -> None:
                is_folder = name == "fsync" and stat.S_ISDIR(os.fstat(values[0]).st_mode)
                order.append(f"{name} of the folder" if is_folder else name)
                real[name](*values, **named)

            return call

        with unittest.mock.patch("tapfocus.os.fsync", noting("fsync")), unittest.mock.patch("tapfocus.os.rename", noting("rename")):
            tapfocus.write_photo(str(self.folder), "near.jpg", b"photo")
        self.assertEqual(order, ["fsync", "rename", "fsync of the folder"])


class Measuring(unittest.TestCase):
    def test_a_picture_is_measured(self) -> None:
        found = tapfocus.measure(picture(), grid=True)
        self.assertEqual((found.mean, found.bright, found.dark, found.version), (0.5, 0.5, 0.5, 2))
        self.assertGreater(found.sharpness[0], 0)
        self.assertEqual(found.grid, bytes([255, 255, 255, 255, 0, 0, 0, 0] * 6))
        self.assertIsNone(tapfocus.measure(picture()).grid)

    def test_regions_are_shares_of_the_picture(self) -> None:
        self.assertEqual(tapfocus.measure(picture(), (0, 0, 1, 1), (0.5, 0, 0.5, 1)).mean, 0)
        self.assertEqual(tapfocus.measure(picture(), (0, 0, 0.5, 1)).mean, 1)

    def test_yuyv_has_two_bytes_a_pixel(self) -> None:
        pixels = memoryview(bytes([235, 128] * 64 * 48)).cast("B", shape=[48, 64, 2])
        self.assertEqual(tapfocus.measure(pixels, format="yuyv").bright, 1)
        self.assertEqual(tapfocus.measure(pixels, format="yuyv", limited_range=False).bright, 0)
        self.assertLess(tapfocus.measure(pixels, format="uyvy").mean, 0.6)

    def test_bytes_without_a_shape_need_a_size(self) -> None:
        self.assertEqual(tapfocus.measure(bytes(64 * 48), size=(64, 48)).dark, 1)
        self.assertEqual(tapfocus.measure(bytearray(64 * 48 * 3 // 2), size=(64, 48), format="nv12").mean, 0)
        with self.assertRaisesRegex(ValueError, "shape"):
            tapfocus.measure(bytes(64 * 48))
        with self.assertRaisesRegex(ValueError, "do not fit together"):
            tapfocus.measure(bytes(64 * 48 - 1), size=(64, 48))

    def test_what_is_no_picture_is_an_error(self) -> None:
        colours = memoryview(bytes(64 * 48 * 3)).cast("B", shape=[48, 64, 3])
        with self.assertRaisesRegex(ValueError, "COLOR_BGR2GRAY"):
            tapfocus.measure(colours)
        with self.assertRaisesRegex(ValueError, "shape"):
            tapfocus.measure(memoryview(bytes(100))[::2], size=(5, 10))
        with self.assertRaisesRegex(ValueError, "items of 4 bytes"):
            tapfocus.measure(memoryview(bytes(400)).cast("I", shape=[10, 10]))
        with self.assertRaisesRegex(ValueError, "none of gray"):
            tapfocus.measure(picture(), format="rgb")
        with self.assertRaises((TypeError, BufferError)):
            tapfocus.measure("text")
        for region in ((float("nan"), 0, 1, 1), (0, 0, -1, 1), (0, float("inf"), 1, 1)):
            with self.assertRaisesRegex(ValueError, "out of its range"):
                tapfocus.measure(picture(), region)

    def test_numpy_arrays_are_measured_where_they_are(self) -> None:
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        whole = numpy.random.default_rng(1).integers(0, 255, (48, 64), numpy.uint8)
        part = whole[8:40, 16:48]
        self.assertEqual(tapfocus.measure(part), tapfocus.measure(numpy.ascontiguousarray(part)))
        whole.setflags(write=False)
        self.assertEqual(tapfocus.measure(whole).mean, whole.mean() / 255)
        for wrong in (whole[::-1], whole[:, ::-1], whole[:, ::2], whole.T, whole[:0]):
            with self.assertRaises(ValueError):
                tapfocus.measure(wrong)


class Client(unittest.TestCase):
    def setUp(self) -> None:
        self.daemon = Daemon()
        self.addCleanup(self.daemon.close)

    def client(self, camera: str | None = "/dev/video0") -> tapfocus.TapFocus:
        focus = tapfocus.TapFocus(camera, self.daemon.path)
        self.addCleanup(focus.close)
        turn(focus, lambda events: focus.is_connected)
        self.daemon.accept()
        self.assertEqual(self.daemon.next_request(), {"request": "watch"})
        return focus

    def test_a_stream_is_declared_and_frames_are_handed_over(self) -> None:
        focus = self.client()
        self.assertEqual(self.daemon.next_request(), {"request": "hold-frames", "camera": "/dev/video0"})
        self.daemon.send(HELD)
        self.assertTrue(focus.wait_until_held())
        self.assertEqual([event.kind for event in focus.events()], ["held"])
        focus.begin_frames(64, 48, 33_333, stamp="received", delay=100_000, crop=(0, 0, 0.5, 1), takes_taps=False)
        self.assertEqual(
            self.daemon.next_request(),
            {
                **{"request": "hold-frames", "camera": "/dev/video0", "width": 64, "height": 48, "interval": 33_333},
                **{"stamp": "received", "delay": 100_000, "crop": [0, 0, 0.5, 1], "measure": 2, "taps": False},
            },
        )
        self.assertFalse(focus.wants_frame())
        self.assertFalse(focus.frame(picture()))
        self.daemon.send(MEASURES, WISH)
        events = turn(focus, lambda _: focus.wants_frame(1000))
        self.assertEqual([(event.kind, event.measures) for event in events], [("held", True)])
        self.assertTrue(focus.frame(picture(), 1000, sequence=812))
        found = tapfocus.measure(picture(), grid=True)
        self.assertEqual(
            self.daemon.next_request(),
            {
                **{"request": "frame", "id": 7, "sequence": 812, "captured": 1000, "sharpness": list(found.sharpness)},
                **{"mean": 0.5, "bright": 0.5, "dark": 0.5, "grid": list(found.grid)},
            },
        )
        with self.assertRaisesRegex(ValueError, "stream"):
            focus.frame(picture(32, 24))
        focus.end_frames()
        self.assertEqual(self.daemon.next_request(), {"request": "frames-ended"})

    def test_frames_are_counted_once_each(self) -> None:
        focus = self.client()
        focus.begin_frames(64, 48)
        self.daemon.next_request(), self.daemon.next_request()
        self.daemon.send(MEASURES, WISH)
        turn(focus, lambda _: focus.wants_frame())
        focus.frame(picture())
        first = self.daemon.next_request()["sequence"]
        focus.wants_frame()
        focus.wants_frame()
        focus.frame(picture())
        self.assertEqual(self.daemon.next_request()["sequence"], first + 2)
        focus.frame(picture())
        self.assertEqual(self.daemon.next_request()["sequence"], first + 3)

    def test_taps_and_wishes_are_sent(self) -> None:
        focus = self.client(None)
        self.assertTrue(focus.tap(0.25, 0.5, 7) and focus.tap(0, 1, in_view=True))
        self.assertTrue(focus.show_view() and focus.compensate(-0.5))
        self.assertEqual(self.daemon.next_request(), {"request": "tap", "x": 0.25, "y": 0.5, "in": "picture", "id": 7})
        self.assertEqual(self.daemon.next_request(), {"request": "tap", "x": 0, "y": 1})
        self.assertEqual(self.daemon.next_request(), {"request": "show-view"})
        self.assertEqual(self.daemon.next_request(), {"request": "compensate", "ev": -0.5})
        for wrong in (lambda: focus.tap(2, 0), lambda: focus.tap(0, float("nan")), lambda: focus.compensate(5)):
            with self.assertRaisesRegex(ValueError, "out of its range"):
                wrong()
        with self.assertRaisesRegex(ValueError, "without a camera"):
            focus.begin_frames(64, 48)
        with self.assertRaisesRegex(ValueError, "none of start, end, received"):
            focus.begin_frames(64, 48, stamp="now")

    def test_photos_are_asked_for(self) -> None:
        focus = self.client(None)
        self.assertTrue(focus.take_photo("near.jpg", id=7) and focus.take_photo("é.jpg", wait=None, of=3))
        self.assertEqual(self.daemon.next_request(), {"request": "photo", "path": "near.jpg", "wait": 3, "id": 7})
        self.assertEqual(self.daemon.next_request(), {"request": "photo", "path": "é.jpg", "now": True, "of": 3})
        self.assertTrue(focus.take_photo("a.MP.jpg", live=True))
        self.assertEqual(self.daemon.next_request(), {"request": "photo", "path": "a.MP.jpg", "wait": 3, "live": True})
        for wrong in ({"wait": -1}, {"wait": 61}, {"wait": float("nan")}, {"of": 0}, {"of": 10}):
            with self.assertRaises(ValueError):
                focus.take_photo("near.jpg", **wrong)
        with self.assertRaises(ValueError):
            focus.take_photo("")
        self.daemon.send({"event": "photo", "path": "/srv/near.jpg", "focus": "unsettled", "exposure": "held", "id": 7})
        (event,) = turn(focus, len)
        self.assertEqual((event.kind, event.message, event.focus, event.id), ("photo", "/srv/near.jpg", "unsettled", 7))

    def test_a_program_that_takes_photos_is_asked_and_answers(self) -> None:
        focus = self.client(None)
        self.daemon.send({"event": "take-photo", "id": 4, "path": "near.jpg", "notBefore": 5000})
        (event,) = turn(focus, len)
        self.assertEqual((event.kind, event.id, event.message, event.fields["notBefore"]), ("take-photo", 4, "near.jpg", 5000))
        self.assertTrue(focus.photo_taken(4, 5001, sharpness=0.25))
        with tempfile.NamedTemporaryFile() as file:
            file.write(b"photo")
            file.flush()
            self.assertTrue(focus.photo_kept(4, file.name))
            self.assertTrue(focus.photo_failed(5, "noSpace"))
            self.assertEqual(
                self.daemon.next_request(),
                {"request": "photo-taken", "id": 4, "sequence": 0, "captured": 5001, "sharpness": 0.25},
            )
            self.assertEqual(self.daemon.next_request(), {"request": "photo-kept", "id": 4, "path": file.name, "bytes": 5})
        self.assertEqual(
            self.daemon.next_request(), {"request": "photo-failed", "id": 5, "reason": "noSpace", "message": ""}
        )

    def test_movies_are_asked_for_and_recorded(self) -> None:
        focus = self.client(None)
        self.assertTrue(focus.record_movie("é.mkv", seconds=600, id=7) and focus.end_movie())
        self.assertEqual(
            self.daemon.next_request(),
            {"request": "movie", "path": "é.mkv", "seconds": 600, "keepFree": 500_000_000, "id": 7},
        )
        self.assertEqual(self.daemon.next_request(), {"request": "end-movie"})
        for wrong in ({"seconds": -1}, {"seconds": float("nan")}, {"keep_free": -1}):
            with self.assertRaises(ValueError):
                focus.record_movie("a.mkv", **wrong)
        self.daemon.send({"event": "start-movie", "id": 4, "path": "a.mkv", "seconds": 600, "keepFree": 5})
        (event,) = turn(focus, len)
        self.assertEqual((event.kind, event.id, event.message, event.fields["keepFree"]), ("start-movie", 4, "a.mkv", 5))
        self.assertTrue(focus.movie_begun(4, "/srv/a.mkv"))
        self.assertTrue(focus.movie_ended(4, "request", seconds=1.5, dropped=2))
        self.assertEqual(self.daemon.next_request(), {"request": "movie-begun", "id": 4, "path": "/srv/a.mkv"})
        self.assertEqual(
            self.daemon.next_request(),
            {"request": "movie-ended", "id": 4, "reason": "request", "message": "", "seconds": 1.5, "dropped": 2},
        )
        self.daemon.send({"event": "movie", "state": "ended", "path": "/srv/a.mkv", "reason": "maxSeconds"})
        (event,) = turn(focus, len)
        self.assertEqual((event.kind, event.state, event.message), ("movie", "ended", "/srv/a.mkv"))
        self.assertEqual(event.fields["reason"], "maxSeconds")

    def test_a_code_has_its_text_and_its_type(self) -> None:
        focus = self.client(None)
        self.daemon.send({"event": "code", "text": "é 7", "type": "QRCode", "corners": [0, 0, 1, 0, 1, 1, 0, 1]})
        (event,) = turn(focus, len)
        self.assertEqual((event.kind, event.message, event.state), ("code", "é 7", "QRCode"))
        self.assertEqual(len(event.fields["corners"]), 8)

    def test_events_have_their_fields(self) -> None:
        focus = self.client(None)
        settled = {"event": "settled", "focus": "failed", "exposure": None, "id": 7, "verified": ["focus"], "reason": "It is dark."}
        self.daemon.send(
            {"event": "state", "state": "unlockableLocked", "point": {"x": 0.25, "y": 0.5}, "id": 7},
            settled,
            {"event": "error", "message": "é “x”"},
        )
        events = turn(focus, lambda events: len(events) == 3)
        self.assertEqual((events[0].kind, events[0].state, events[0].point), ("state", "unlockableLocked", (0.25, 0.5)))
        self.assertEqual((events[1].kind, events[1].focus, events[1].exposure, events[1].id), ("settled", "failed", "", 7))
        self.assertEqual(events[1].message, "It is dark.")
        self.assertEqual(events[1].fields, settled)
        self.assertEqual((events[2].kind, events[2].message), ("error", "é “x”"))

    def test_damaged_lines_do_no_harm(self) -> None:
        focus = self.client()
        focus.begin_frames(64, 48, 33_333)
        chance = random.Random(1)
        lines = [
            json.dumps(line).encode()
            for line in (
                {"event": "state", "state": "unlockableLocked", "point": {"x": 0.25, "y": 0.5}, "id": 7},
                {"event": "error", "message": "é \\ \" “x”", "id": 7},
                {"event": "settled", "focus": "converged", "exposure": None},
                MEASURES,
                WISH,
            )
        ]
        for _ in range(int(os.environ.get("FUZZ_ROUNDS", "3000"))):
            line = bytearray(chance.choice(lines))
            for _ in range(chance.randint(0, 4)):
                place = chance.randrange(len(line))
                line[place : place + chance.randint(0, 3)] = chance.choice((b"", b"\\", b"0", b"{", chance.randbytes(2)))
                line = line or bytearray(b" ")
            self.daemon.connection.sendall(line + b"\n")
            for event in focus.events():
                self.assertIsInstance(event.fields, dict)
            if focus.wants_frame():
                focus.frame(picture())
            while select.select([self.daemon.connection], [], [], 0)[0]:
                self.daemon.connection.recv(65536)
        self.daemon.send({"event": "levels", "last": True})
        turn(focus, lambda events: any(event.fields.get("last") for event in events))

    def test_without_a_daemon_nothing_is_sent_and_nothing_fails(self) -> None:
        with tapfocus.TapFocus("/dev/video0", self.daemon.path + ".none") as focus:
            self.assertFalse(focus.wait_until_held(0.1))
            focus.begin_frames(64, 48)
            self.assertFalse(focus.is_connected or focus.wants_frame() or focus.frame(picture()) or focus.tap(0, 0))
            self.assertEqual(list(focus.events()), [])

    def test_a_closed_client_says_so(self) -> None:
        focus = tapfocus.TapFocus(None, self.daemon.path)
        focus.close()
        focus.close()
        self.assertFalse(focus.is_connected)
        for call in (focus.fileno, focus.dispatch, focus.show_view, lambda: list(focus.events())):
            with self.assertRaisesRegex(ValueError, "closed"):
                call()

    def test_names_that_are_too_long_are_errors(self) -> None:
        for camera, path in (("", None), ("a" * 256, None), (None, "/" + "a" * 107), (None, "")):
            with self.assertRaisesRegex(ValueError, "too long"):
                tapfocus.TapFocus(camera, path)


class Example(unittest.TestCase):
    """Examples/opencv_window.py, with a stand-in for OpenCV: a window that is clicked, and closed after some frames."""

    def test_the_window_hands_over_frames_and_a_click(self) -> None:
        daemon = Daemon()
        self.addCleanup(daemon.close)
        requests: list[dict] = []
        shown = 0
        callback = None

        class Capture:
            def __init__(self, path: str) -> None:
                pass

            def get(self, which: int) -> float:
                return (0, 64, 48, 25.0)[which]

            def read(self) -> tuple[bool, memoryview]:
                return True, memoryview(bytes(48 * 64 * 3)).cast("B", shape=[48, 64, 3])

        def set_callback(name: str, function) -> None:
            nonlocal callback
            callback = function

        def wait_key(_: int) -> int:
            # The daemon's turn, then the click, then the end.
            nonlocal shown
            shown += 1
            while select.select([daemon.connection], [], [], 0)[0]:
                requests.append(daemon.next_request())
            if shown == 2:
                daemon.send(MEASURES, WISH)
            if shown == 6:
                callback(1, 16, 24, 0, None)
            return 27 if shown == 10 else -1

        cv2 = types.ModuleType("cv2")
        cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS = 1, 2, 3
        cv2.EVENT_LBUTTONDOWN, cv2.COLOR_BGR2GRAY = 1, 6
        cv2.VideoCapture, cv2.setMouseCallback, cv2.waitKey = Capture, set_callback, wait_key
        cv2.cvtColor = lambda frame, code: picture()
        cv2.namedWindow = cv2.imshow = lambda *_: None

        def held(self: tapfocus.TapFocus, timeout: float = 2.0) -> bool:
            turn(self, lambda _: self.is_connected)
            daemon.accept()
            daemon.send(HELD)
            return waits(self, timeout)

        waits = tapfocus.TapFocus.wait_until_held
        runtime = os.environ.get("XDG_RUNTIME_DIR")
        os.environ["XDG_RUNTIME_DIR"] = daemon.folder.name
        os.symlink(daemon.path, daemon.folder.name + "/tapfocus.sock")
        sys.modules["cv2"], tapfocus.TapFocus.wait_until_held = cv2, held
        try:
            with open(os.devnull, "w") as nothing:
                sys.stdout, output = nothing, sys.stdout
                try:
                    runpy.run_path(str(ROOT / "Examples" / "opencv_window.py"), run_name="__main__")
                finally:
                    sys.stdout = output
        finally:
            del sys.modules["cv2"]
            tapfocus.TapFocus.wait_until_held = waits
            if runtime is None:
                del os.environ["XDG_RUNTIME_DIR"]
            else:
                os.environ["XDG_RUNTIME_DIR"] = runtime
        declared = [request for request in requests if "width" in request]
        self.assertEqual(
            [(stream["width"], stream["height"], stream["interval"], stream["delay"]) for stream in declared],
            [(64, 48, 40_000, 200_000)],
        )
        self.assertIn({"request": "tap", "x": 0.25, "y": 0.5, "in": "picture"}, requests)
        frames = [request for request in requests if request["request"] == "frame"]
        self.assertGreater(len(frames), 3)
        self.assertTrue(all(frame["mean"] == 0.5 for frame in frames))


if __name__ == "__main__":
    unittest.main()

"""Tap to focus for programs that show a camera's picture themselves: libtapfocus for Python.

A program that holds the camera's stream makes a `TapFocus`, says what its frames are, and hands over those that are wanted:

    with tapfocus.TapFocus("/dev/video0") as focus:
        focus.begin_frames(1280, 720, 33_333)
        ...
        if focus.wants_frame():
            focus.frame(gray)

Times are in microseconds, those of frames on the clock of `now`. The library is libtapfocus.so.1, as the loader finds it, or the
file that the environment variable TAPFOCUS_LIBRARY names. Nothing here waits, but for `TapFocus.wait_until_held`.
"""

from __future__ import annotations

import collections
import ctypes
import errno
import json
import os
import select
import time
from dataclasses import dataclass, field
from typing import Any, Iterator, Optional, Tuple

__all__ = ["Event", "Measurement", "PhotoError", "Rectangle", "TapFocus", "measure", "now", "write_photo"]

Rectangle = Tuple[float, float, float, float]
"""x, y, width and height in shares of a picture; (0, 0) is the top left."""

WHOLE: Rectangle = (0.0, 0.0, 1.0, 1.0)

# The numbers of tapfocus.h.
_NOT_CONNECTED, _NOT_WANTED, _QUEUE_FULL = -5, -6, -8
_FORMATS = {"gray": 0, "yuv420": 1, "nv12": 2, "yuyv": 3, "uyvy": 4}
_STAMPS = {"start": 0, "end": 1, "received": 2}
_KINDS = (
    *("connected", "disconnected", "held", "refused", "state", "settled", "tap-ignored", "error", "other"),
    *("take-photo", "keep-photo", "drop-photo", "photo", "start-movie", "stop-movie", "movie", "code"),
)


class _Image(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_size_t),
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
        ("stride", ctypes.c_int32),
        ("format", ctypes.c_int32),
        ("limited_range", ctypes.c_int32),
    ]


class _Rectangle(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in ("x", "y", "width", "height")]


class _Measurement(ctypes.Structure):
    _fields_ = [
        ("sharpness", ctypes.c_double * 4),
        ("sharpness_count", ctypes.c_int32),
        ("version", ctypes.c_int32),
        ("mean", ctypes.c_double),
        ("bright", ctypes.c_double),
        ("dark", ctypes.c_double),
        ("has_grid", ctypes.c_int32),
        ("grid", ctypes.c_uint8 * 48),
    ]


class _Stream(ctypes.Structure):
    _fields_ = [
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
        ("interval", ctypes.c_int64),
        ("stamp", ctypes.c_int32),
        ("takes_taps", ctypes.c_int32),
        ("delay", ctypes.c_int64),
        ("crop", _Rectangle),
    ]


class _Event(ctypes.Structure):
    _fields_ = [
        ("kind", ctypes.c_int32),
        ("has_point", ctypes.c_int32),
        ("x", ctypes.c_double),
        ("y", ctypes.c_double),
        ("id", ctypes.c_uint64),
        ("measures", ctypes.c_int32),
        ("state", ctypes.c_char * 24),
        ("focus", ctypes.c_char * 12),
        ("exposure", ctypes.c_char * 12),
        ("message", ctypes.c_char_p),
        ("line", ctypes.c_char_p),
    ]


class _Buffer(ctypes.Structure):
    """Py_buffer: an object's memory, also where it is read-only, which ctypes itself does not give."""

    _fields_ = [
        ("buf", ctypes.c_void_p),
        ("obj", ctypes.py_object),
        ("len", ctypes.c_ssize_t),
        ("itemsize", ctypes.c_ssize_t),
        ("readonly", ctypes.c_int),
        ("ndim", ctypes.c_int),
        ("format", ctypes.c_char_p),
        ("shape", ctypes.POINTER(ctypes.c_ssize_t)),
        ("strides", ctypes.POINTER(ctypes.c_ssize_t)),
        ("suboffsets", ctypes.POINTER(ctypes.c_ssize_t)),
        ("internal", ctypes.c_void_p),
    ]


def _load() -> ctypes.CDLL:
    name = os.environ.get("TAPFOCUS_LIBRARY") or "libtapfocus.so.1"
    try:
        library = ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(
            f"cannot load {name}: {error}. Install it (make install in TapFocus, then ldconfig), "
            "or name the file in the environment variable TAPFOCUS_LIBRARY."
        ) from error
    client, integer, number, pointer = ctypes.c_void_p, ctypes.c_int, ctypes.c_double, ctypes.POINTER
    for name, result, arguments in (
        ("explain", ctypes.c_char_p, [integer]),
        ("measure", integer, [pointer(_Image), pointer(_Rectangle), pointer(_Rectangle), integer, pointer(_Measurement)]),
        ("new", client, [ctypes.c_char_p, ctypes.c_char_p]),
        ("free", None, [client]),
        ("descriptor", integer, [client]),
        ("dispatch", integer, [client]),
        ("is_connected", integer, [client]),
        ("begin_frames", integer, [client, pointer(_Stream)]),
        ("end_frames", integer, [client]),
        ("wants_frame", integer, [client, ctypes.c_int64]),
        ("give_frame", integer, [client, pointer(_Image), ctypes.c_uint32, ctypes.c_int64]),
        ("now", ctypes.c_int64, []),
        ("tap_picture", integer, [client, number, number, ctypes.c_uint64]),
        ("tap_view", integer, [client, number, number, ctypes.c_uint64]),
        ("show_view", integer, [client]),
        ("compensate", integer, [client, number]),
        ("next_event", integer, [client, pointer(_Event)]),
        ("take_photo", integer, [client, ctypes.c_char_p, number, ctypes.c_int32, ctypes.c_uint64]),
        ("take_live_photo", integer, [client, ctypes.c_char_p, number, ctypes.c_int32, ctypes.c_uint64]),
        ("offer_photos", integer, [client, integer]),
        ("photo_taken", integer, [client, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_int64, number]),
        ("photo_kept", integer, [client, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_int64]),
        ("photo_failed", integer, [client, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_char_p]),
        ("record_movie", integer, [client, ctypes.c_char_p, number, ctypes.c_int64, ctypes.c_uint64]),
        ("end_movie", integer, [client, ctypes.c_uint64]),
        ("offer_movies", integer, [client, integer]),
        ("movie_begun", integer, [client, ctypes.c_uint32, ctypes.c_char_p]),
        (
            "movie_ended",
            integer,
            [client, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_char_p, number, ctypes.c_int64],
        ),
    ):
        function = getattr(library, "tapfocus_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()


def now() -> int:
    """The clock of all times: CLOCK_MONOTONIC, in microseconds."""
    return _library.tapfocus_now()


def _check(status: int) -> int:
    if status < 0:
        raise ValueError(_library.tapfocus_explain(status).decode())
    return status


class _Pixels:
    """The memory of a picture, as long as it is entered."""

    def __init__(self, picture: Any, form: str, size: Optional[Tuple[int, int]], limited_range: bool):
        if form not in _FORMATS:
            raise ValueError(f"the format {form!r} is none of {', '.join(_FORMATS)}")
        self._picture, self._form, self._size, self._limited_range = picture, form, size, limited_range
        self._buffer = _Buffer()

    def __enter__(self) -> _Image:
        # 0x1c: PyBUF_STRIDES | PyBUF_FORMAT
        ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(self._picture), ctypes.byref(self._buffer), 0x1C)
        try:
            return self._image()
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        ctypes.pythonapi.PyBuffer_Release(ctypes.byref(self._buffer))

    def _image(self) -> _Image:
        buffer = self._buffer
        shape = tuple(buffer.shape[axis] for axis in range(buffer.ndim))
        strides = tuple(buffer.strides[axis] for axis in range(buffer.ndim))
        pixel = 2 if self._form in ("yuyv", "uyvy") else 1
        if buffer.itemsize != 1:
            raise ValueError(f"a picture consists of bytes, this one of items of {buffer.itemsize} bytes")
        if buffer.ndim == 1 and self._size and strides[0] == 1:
            (width, height), stride, size = self._size, 0, shape[0]
        elif buffer.ndim == (2 if pixel == 1 else 3) and shape[2:] in ((), (2,)):
            height, width = shape[:2]
            if strides[1] != pixel or strides[2:] not in ((), (1,)):
                raise ValueError("the pixels of a row must lie side by side; copy the picture: numpy.ascontiguousarray")
            stride = strides[0] if height > 1 else width * pixel
            if stride <= 0:
                raise ValueError("the rows must lie from top to bottom; copy the picture: numpy.ascontiguousarray")
            size = stride * (height - 1) + width * pixel if height > 0 else 0
        else:
            raise ValueError(
                f"a picture of shape {shape} is none of the format {self._form}; of colours, give the luma: "
                "cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)"
            )
        limited = self._form != "gray" if self._limited_range is None else self._limited_range
        return _Image(buffer.buf, size, width, height, stride, _FORMATS[self._form], limited)


@dataclass(frozen=True)
class Measurement:
    """The numbers of one picture."""

    sharpness: Tuple[float, ...]
    """Of the focus region, each 0 or more; what they mean is fixed by the version."""
    version: int
    mean: float
    """Mean luma of the exposure region, 0 to 1."""
    bright: float
    """The share of its pixels that are white, 0 to 1."""
    dark: float
    """The share of its pixels that are black, 0 to 1."""
    grid: Optional[bytes] = None
    """The mean luma of 8 × 6 cells of the whole picture, 0 to 255, row by row; None unless asked for."""


def measure(
    picture: Any,
    focus: Rectangle = WHOLE,
    exposure: Optional[Rectangle] = None,
    *,
    grid: bool = False,
    format: str = "gray",
    size: Optional[Tuple[int, int]] = None,
    limited_range: Optional[bool] = None,
) -> Measurement:
    """Measures a picture, without any client.

    picture, format and limited_range: as for `TapFocus.frame`; size: width and height, for memory of one dimension.
    focus, exposure: the regions in shares of the picture; without exposure it is that of focus.
    Raises ValueError for a picture or a region that is none.
    """
    measured = _Measurement()
    with _Pixels(picture, format, size, limited_range) as image:
        _check(
            _library.tapfocus_measure(
                ctypes.byref(image), _Rectangle(*focus), _Rectangle(*(exposure or focus)), grid, ctypes.byref(measured)
            )
        )
    return Measurement(
        tuple(measured.sharpness[: measured.sharpness_count]),
        measured.version,
        measured.mean,
        measured.bright,
        measured.dark,
        bytes(measured.grid) if measured.has_grid else None,
    )


class PhotoError(Exception):
    """A photo was not written."""

    def __init__(self, reason: str, message: str):
        super().__init__(message)
        self.reason = reason
        """The word for `TapFocus.photo_failed`."""


_REASONS = {
    errno.ENOSPC: "noSpace",
    errno.EDQUOT: "noSpace",
    errno.EROFS: "readOnly",
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.ENOENT: "noFolder",
    errno.ENOTDIR: "noFolder",
    errno.ELOOP: "outside",
}
_UNFINISHED = ".tapfocus-"


def write_photo(folder: str, path: str, data: Any) -> str:
    """Writes a photo below a folder: it appears complete or not at all, also when the plug is pulled. It waits for the disk.

    path: as the event take-photo has it, relative or absolute. It has to be below the folder; links on the way are not followed, and a
    folder that is not there is not made. data: all bytes of the file. Returns the whole path.
    Raises PhotoError; a file of that name from before is then as it was.
    """
    parts = _parts(folder, path)
    try:
        place = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for part in parts[:-1]:
                inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=place)
                os.close(place)
                place = inner
            _write_whole(place, parts[-1], data)
        finally:
            os.close(place)
    except OSError as error:
        raise PhotoError(_REASONS.get(error.errno or 0, "failed"), f"{path}: {error.strerror}") from error
    return "/".join([folder.rstrip("/"), *parts])


def _parts(folder: str, path: str) -> list[str]:
    """The folders of a path below the folder, and the name of the file."""
    root = folder.rstrip("/") + "/"
    below = path.removeprefix(root) if path.startswith("/") else path
    parts = [part for part in below.split("/") if part not in ("", ".")]
    is_below = not below.startswith("/") and ".." not in parts and "\0" not in below
    if not is_below or not parts or below.endswith(("/", "/.")) or parts[-1].startswith(_UNFINISHED):
        raise PhotoError("outside", f"{path} is no file below {folder}")
    return parts


def _write_whole(place: int, name: str, data: Any) -> None:
    """First the bytes are on the disk, then the name, then the folder."""
    for number in range(100):
        unfinished = f"{_UNFINISHED}{os.getpid()}-{number}.part"
        try:
            descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o640, dir_fd=place)
            break
        except FileExistsError:
            # That of another photo, or left behind by a power cut.
            continue
    else:
        raise OSError(errno.EEXIST, os.strerror(errno.EEXIST))
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.rename(unfinished, name, src_dir_fd=place, dst_dir_fd=place)
    except BaseException:
        os.unlink(unfinished, dir_fd=place)
        raise
    os.fsync(place)


@dataclass(frozen=True)
class Event:
    """An event from tapfocus run."""

    kind: str
    """connected, disconnected, held, refused, state, settled, tap-ignored (not for taps of this program), error (also for a tap of
    this program that was ignored or refused, and for a photo that is not there), photo (one is there), movie (one is being
    recorded, or has ended: see `state`, and reason in `fields`), code (one was read: `message` is its text), other; for a program
    that takes photos take-photo, keep-photo and drop-photo, and for one that records movies start-movie and stop-movie, whose fields
    are in `fields`"""
    point: Optional[Tuple[float, float]] = None
    """Of a state: the held point in the camera's picture, 0 to 1."""
    id: int = 0
    """The id of the tap, the photo or the movie; 0 without one."""
    measures: bool = False
    """Of held: whether the frames of this program are used."""
    state: str = ""
    """continuousAuto, autoAndForceLocked or unlockableLocked; of movie recording or ended; of code its type"""
    focus: str = ""
    """Of settled: converged, failed or held; of photo and keep-photo also following or unsettled; empty where the camera has no focus."""
    exposure: str = ""
    """The same for the exposure."""
    message: str = ""
    """Of refused and of an error a sentence; of settled why focus or exposure failed; of tap-ignored the reason; of photo, take-photo,
    movie and start-movie the path; of code its text; of keep-photo the camera's name."""
    fields: dict = field(default_factory=dict, repr=False)
    """The whole line (Documentation/ControlSocket.md)."""


def _event(raw: _Event) -> Event:
    line = raw.line.decode(errors="replace")
    return Event(
        kind=_KINDS[raw.kind],
        point=(raw.x, raw.y) if raw.has_point else None,
        id=raw.id,
        measures=bool(raw.measures),
        state=raw.state.decode(errors="replace"),
        focus=raw.focus.decode(errors="replace"),
        exposure=raw.exposure.decode(errors="replace"),
        message=raw.message.decode(errors="replace"),
        fields=_fields(line),
    )


def _fields(line: str) -> dict:
    # The library is more tolerant than Python: of unknown escapes, say.
    try:
        fields = json.loads(line) if line else {}
    except (ValueError, RecursionError):
        return {}
    return fields if isinstance(fields, dict) else {}


class TapFocus:
    """A client of tapfocus run. Close it, or use it in a `with` statement. One thread at a time may use it."""

    def __init__(self, camera: Optional[str] = None, socket: Optional[str] = None):
        """camera: the camera that this program shows: a path, a name, or vendor and product as "046d:0825"; it is reserved
        for this program as soon as there is a connection. None: this client taps and reads events only.
        socket: the path of the control socket; None: the standard one.
        """
        self._client = None
        self._size: Optional[Tuple[int, int]] = None
        self._sequence = 0
        self._is_counted = False
        self._kept: collections.deque[Event] = collections.deque()
        client = _library.tapfocus_new(_encode(socket), _encode(camera))
        if not client:
            raise ValueError(
                f"cannot make a client for the camera {camera!r} at the socket {socket!r}: a name is empty or too long "
                "(107 bytes for a socket, 255 for a camera), or there are no descriptors left"
            )
        self._client = client

    def close(self) -> None:
        """Closes the connection, which ends the hold. A second call does nothing."""
        if self._client:
            _library.tapfocus_free(self._client)
        self._client = None

    def __enter__(self) -> TapFocus:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def fileno(self) -> int:
        """A descriptor for select or a main loop; when it is readable, call `events` or `dispatch`."""
        return _check(_library.tapfocus_descriptor(self._open))

    @property
    def is_connected(self) -> bool:
        return _library.tapfocus_is_connected(self._client) == 1

    def dispatch(self) -> None:
        """Does what is due: connects (again), reads, writes. `events` also does it."""
        _check(_library.tapfocus_dispatch(self._open))

    def events(self) -> Iterator[Event]:
        """The events that have come since the last time. It does not wait for any; call it once a frame, say."""
        self.dispatch()
        while self._kept:
            yield self._kept.popleft()
        while (event := self._next_event()) is not None:
            yield event

    @property
    def _open(self) -> int:
        if not self._client:
            raise ValueError("this client is closed")
        return self._client

    def _next_event(self) -> Optional[Event]:
        raw = _Event()
        if _check(_library.tapfocus_next_event(self._open, ctypes.byref(raw))) == 0:
            return None
        return _event(raw)

    def wait_until_held(self, timeout: float = 2.0) -> bool:
        """Waits until the camera is reserved for this program, which may open it then. Returns False when that has not happened
        after timeout seconds: tapfocus run does not run, say, and the camera can be opened all the same.
        """
        end = time.monotonic() + timeout
        while True:
            self.dispatch()
            while (event := self._next_event()) is not None:
                self._kept.append(event)
                if event.kind == "held":
                    return True
            rest = end - time.monotonic()
            if rest <= 0:
                return False
            select.select([self], [], [], rest)

    def begin_frames(
        self,
        width: int,
        height: int,
        interval: int = 0,
        *,
        stamp: str = "end",
        delay: int = 0,
        crop: Optional[Rectangle] = None,
        takes_taps: bool = True,
    ) -> None:
        """Says that frames flow from now on; again for a new size or rate.

        interval: µs from one frame to the next; 0: unknown.
        stamp: what the time of a frame means: the "start" or the "end" of its exposure, or when it was "received"; then
        delay is how old it may be by then, at most, in µs.
        crop: the part of the camera's picture that the frames show; None: the whole.
        takes_taps: this program sends the taps, and contacts of the touchscreen are not treated as taps.
        """
        if stamp not in _STAMPS:
            raise ValueError(f"the stamp {stamp!r} is none of {', '.join(_STAMPS)}")
        stream = _Stream(width, height, interval, _STAMPS[stamp], takes_taps, delay, _Rectangle(*(crop or (0, 0, 0, 0))))
        _check(_library.tapfocus_begin_frames(self._open, ctypes.byref(stream)))
        self._size = (width, height)

    def end_frames(self) -> None:
        """Says that no frames flow any more. The camera stays reserved."""
        _check(_library.tapfocus_end_frames(self._open))

    def wants_frame(self, captured: Optional[int] = None) -> bool:
        """Whether a frame is wanted. Call it once for each frame; captured: its time in µs, None: now."""
        self._sequence = (self._sequence + 1) & 0xFFFFFFFF
        self._is_counted = True
        return _check(_library.tapfocus_wants_frame(self._open, now() if captured is None else captured)) == 1

    def frame(
        self,
        picture: Any,
        captured: Optional[int] = None,
        *,
        sequence: Optional[int] = None,
        format: str = "gray",
        limited_range: Optional[bool] = None,
    ) -> bool:
        """Measures a frame and sends the numbers. Returns False when it was not wanted, or could not be sent.

        picture: an array of bytes (numpy, memoryview): height × width, for yuyv and uyvy height × width × 2. bytes of one
        dimension are rows without gaps. It is neither copied nor kept. Of colours, give the luma, and only of frames that are
        wanted: cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).
        captured: its time in µs; None: now. sequence: the driver's number of the frame; None: counted by `wants_frame`.
        format: gray, yuv420, nv12 (of both the first plane is enough), yuyv or uyvy.
        limited_range: black is 16 and white 235; None: for all formats but gray.
        Raises ValueError for a picture that is none, or not of the size of `begin_frames`.
        """
        if not self._is_counted:
            self._sequence = (self._sequence + 1) & 0xFFFFFFFF
        self._is_counted = False
        number = self._sequence if sequence is None else sequence & 0xFFFFFFFF
        time = now() if captured is None else captured
        with _Pixels(picture, format, self._size, limited_range) as image:
            return self._is_sent(_library.tapfocus_give_frame(self._open, ctypes.byref(image), number, time))

    def tap(self, x: float, y: float, id: int = 0, *, in_view: bool = False) -> bool:
        """A tap at a point of the camera's whole picture, 0 to 1; with in_view, of the view that tapfocus run is configured for.
        The events about it repeat the id. Returns False when it could not be sent, because there is no connection.
        """
        function = _library.tapfocus_tap_view if in_view else _library.tapfocus_tap_picture
        return self._is_sent(function(self._open, x, y, id))

    def show_view(self) -> bool:
        """The camera's view is shown (again): back to continuous. Returns False when it could not be sent."""
        return self._is_sent(_library.tapfocus_show_view(self._open))

    def compensate(self, ev: float) -> bool:
        """Sets the exposure compensation, -4 to 4 EV. Returns False when it could not be sent."""
        return self._is_sent(_library.tapfocus_compensate(self._open, ev))

    def take_photo(
        self, path: str, *, wait: Optional[float] = 3.0, of: int = 1, live: bool = False, id: int = 0
    ) -> bool:
        """Asks the program that takes photos for one; that may be this program. One event photo answers, or one error, with the id.

        path: below that program's folder. wait: the longest wait until nothing settles, 0 to 60 s; None: the frame of this moment.
        of: the sharpest of so many frames, 1 to 9. live: with the seconds before and after it. Returns False when it could not be sent.
        Raises ValueError for a value that is out of its range.
        """
        seconds = -1.0 if wait is None else wait
        if wait is not None and not wait >= 0:
            raise ValueError(f"a photo waits 0 to 60 seconds, not {wait}")
        take = _library.tapfocus_take_live_photo if live else _library.tapfocus_take_photo
        return self._is_sent(take(self._open, os.fsencode(path), seconds, of, id))

    def offer_photos(self, offered: bool = True, *, live: bool = False) -> None:
        """Says that this program takes photos: it answers the events take-photo and keep-photo (Documentation/Photos.md).

        live: also those with the seconds before and after them, whose take-photo has fields["live"].
        """
        _check(_library.tapfocus_offer_photos(self._open, 2 if offered and live else int(offered)))

    def photo_taken(self, id: int, captured: int, *, sequence: int = 0, sharpness: Optional[float] = None) -> bool:
        """The answer to take-photo: a frame was taken whose time is fields["notBefore"] or later; of several the sharpest.

        captured: its time in µs. sharpness: as `measure` has it in fields["region"]; None: not measured.
        """
        measured = -1.0 if sharpness is None else sharpness
        return self._is_sent(_library.tapfocus_photo_taken(self._open, id, sequence & 0xFFFFFFFF, captured, measured))

    def photo_kept(self, id: int, path: str) -> bool:
        """The answer to keep-photo: the file is complete."""
        return self._is_sent(
            _library.tapfocus_photo_kept(self._open, id, os.fsencode(path), os.stat(path).st_size)
        )

    def photo_failed(self, id: int, reason: str, message: str = "") -> bool:
        """There is no file. reason: a word of Documentation/Photos.md, such as noSpace or failed; message: a sentence."""
        return self._is_sent(_library.tapfocus_photo_failed(self._open, id, reason.encode(), message.encode()))

    def record_movie(self, path: str, *, seconds: float = 0.0, keep_free: int = 500_000_000, id: int = 0) -> bool:
        """Asks the program that records movies for one. One event movie answers when it is being recorded, or one error, with the id.

        path: below that program's folder, .mkv or .mp4. seconds: the longest duration, 0 to 864000; 0: no limit. keep_free: it ends when
        less is free on the disk, in bytes. It goes on when this program ends. Returns False when it could not be sent.
        Raises ValueError for a value that is out of its range.
        """
        return self._is_sent(_library.tapfocus_record_movie(self._open, os.fsencode(path), seconds, keep_free, id))

    def end_movie(self, *, id: int = 0) -> bool:
        """Ends the movie, whoever has asked for it. One event movie answers when its file is complete, or one error, with the id."""
        return self._is_sent(_library.tapfocus_end_movie(self._open, id))

    def offer_movies(self, offered: bool = True) -> None:
        """Says that this program records movies: it answers the events start-movie and stop-movie (Documentation/Photos.md)."""
        _check(_library.tapfocus_offer_movies(self._open, offered))

    def movie_begun(self, id: int, path: str) -> bool:
        """A movie is being recorded under this path. id: that of start-movie; 0: this program has begun it by itself. To be said again
        after each event held while it goes on."""
        return self._is_sent(_library.tapfocus_movie_begun(self._open, id, os.fsencode(path)))

    def movie_ended(self, id: int, reason: str, message: str = "", *, seconds: float = 0.0, dropped: int = 0) -> bool:
        """It has ended, and its file is complete; or it does not begin. reason: a word of Documentation/Photos.md, such as request or
        noSpace; message: a sentence, or empty. dropped: the number of frames that it lacks."""
        return self._is_sent(
            _library.tapfocus_movie_ended(self._open, id, reason.encode(), message.encode(), seconds, dropped)
        )

    def _is_sent(self, status: int) -> bool:
        if status in (_NOT_CONNECTED, _NOT_WANTED, _QUEUE_FULL):
            return False
        _check(status)
        return True


def _encode(text: Optional[str]) -> Optional[bytes]:
    return None if text is None else os.fsencode(text)

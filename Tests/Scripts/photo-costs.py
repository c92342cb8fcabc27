"""Measures what photos and movies cost the program that shows the picture, beside a pipeline without TapFocus in the same run.

usage: photo-costs.py TAPFOCUS SOCKET FOLDER

`tapfocus run --simulated` listens at SOCKET, and nobody holds its camera. Photos and movies are written into FOLDER. Nothing is asserted:
Tests/Scripts/photo-test --bench prints the lines.
"""

import os
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst

TAPFOCUS, SOCKET, FOLDER = sys.argv[1:]
CAMERA = "/dev/video-simulated"
INTERVAL = 1 / 30
# A camera has some buffers, and drops frames while they are full.
LIVE = (
    "videotestsrc is-live=true ! video/x-raw,width=640,height=480,framerate=30/1 ! jpegenc ! "
    "queue leaky=downstream max-size-buffers=3 ! image/jpeg"
)
LARGE = "videotestsrc is-live=true ! video/x-raw,width=1280,height=720,framerate=30/1 ! jpegenc ! image/jpeg"
# In percent of a core, beside the plain pipeline.
REST_AIM = 1.0
# In seconds, of a movie when the power is cut.
CUT_AIM = 1.1


def ask(*words):
    return subprocess.run([TAPFOCUS, *words, "--socket", SOCKET], capture_output=True, text=True, timeout=60)


def take(*words):
    answer = ask(*words)
    # 3: a photo that may be unsharp.
    if answer.returncode not in (0, 3):
        sys.exit(f"photo-costs: tapfocus {' '.join(words)}: {answer.stderr}")


def wait_for(wanted):
    for _ in range(100):
        if ('"frames":"holder"' in ask("status", "--json").stdout) == wanted:
            return
        time.sleep(0.1)
    sys.exit(f"photo-costs: after 10 s {'no' if wanted else 'still a'} pipeline holds the frames")


class Picture:
    """A pipeline, and the times of the frames that arrive at its sink."""

    def __init__(self, elements):
        self.frames = []
        self.pipeline = Gst.parse_launch(f"{elements} ! fakesink name=sink sync=false")
        sink = self.pipeline.get_by_name("sink").get_static_pad("sink")
        sink.add_probe(Gst.PadProbeType.BUFFER, self.arrived)

    def arrived(self, _, info):
        self.frames.append((info.get_buffer().pts / Gst.SECOND, time.monotonic()))
        return Gst.PadProbeReturn.OK

    def during(self, action):
        """The number of frames that were dropped during an action, and the longest wait for one, in ms."""
        first = max(len(self.frames) - 1, 0)
        action()
        time.sleep(0.5)
        frames = self.frames[first:]
        pairs = list(zip(frames, frames[1:]))
        dropped = sum(max(round((later[0] - sooner[0]) / INTERVAL) - 1, 0) for sooner, later in pairs)
        return dropped, max(((later[1] - sooner[1]) * 1000 for sooner, later in pairs), default=0)

    def play(self):
        self.pipeline.set_state(Gst.State.PLAYING)
        time.sleep(2)

    def stop(self):
        self.pipeline.set_state(Gst.State.NULL)


def dropped_frames():
    def rest():
        time.sleep(5)

    def photos():
        for number in range(10):
            take("photo", f"costs-{number}.jpg")

    def movies():
        for number in range(5):
            take("movie", f"costs-{number}.mkv", "--keep-free", "0")
            time.sleep(1)
            take("movie", "--end")
            time.sleep(0.5)

    plain = Picture(f"{LIVE} ! jpegdec")
    plain.play()
    results = [("a plain pipeline", plain.during(rest))]
    plain.stop()
    picture = Picture("tapfocuscamera name=camera")
    camera = picture.pipeline.get_by_name("camera")
    for name, value in (("source", LIVE), ("camera", CAMERA), ("socket", SOCKET), ("photo-folder", FOLDER)):
        camera.set_property(name, value)
    picture.play()
    wait_for(True)
    for name, action in (("the bin at rest", rest), ("during 10 photos", photos), ("at both ends of 5 movies", movies)):
        results.append((name, picture.during(action)))
    picture.stop()
    wait_for(False)
    print("frames dropped in the picture, and the longest wait for one (a frame lasts 33.3 ms; the aim is 0 dropped):")
    for name, (dropped, wait) in results:
        print(f"  {name}: {dropped}, {wait:.1f} ms")


def cost(elements, movie=None):
    """The share of a core, in percent, and the memory in MB of gst-launch-1.0 while it plays."""

    def processor_time():
        with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    process = subprocess.Popen(["gst-launch-1.0", "--quiet", *elements, "!", "fakesink"])
    try:
        time.sleep(2)
        if movie:
            take("movie", movie, "--keep-free", "0")
        start, before = time.monotonic(), processor_time()
        time.sleep(6)
        share = (processor_time() - before) / (time.monotonic() - start) * 100
        with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
            memory = next(int(line.split()[1]) for line in file if line.startswith("VmRSS:")) / 1000
        if movie:
            take("movie", "--end")
    finally:
        process.kill()
        process.wait()
    wait_for(False)
    return share, memory


def costs():
    camera = ["tapfocuscamera", f"source={LARGE}", f"camera={CAMERA}", f"socket={SOCKET}", f"photo-folder={FOLDER}"]
    plain, rest, recording = [], [], []
    # In turns, so that another program on this machine disturbs all of them.
    for turn in range(3):
        plain.append(cost([*LARGE.split(), "!", "jpegdec"]))
        rest.append(cost(camera))
        recording.append(cost(camera, movie=f"costs-turn-{turn}.mkv"))
    # What else happens on the machine only adds.
    (least, memory), (at_rest, memory_at_rest), (busy, memory_busy) = min(plain), min(rest), min(recording)
    more = at_rest - least
    print("processor and memory with JPEG of 1280x720 at 30 frames a second, which each of them makes itself; the least of three:")
    print(f"  a pipeline with jpegdec alone: {least:.1f} % of a core, {memory:.0f} MB")
    verdict = ": MISSED" if more > REST_AIM else ""
    print(f"  the bin at rest: {at_rest:.1f} %, {memory_at_rest:.0f} MB; {more:+.1f} %, the aim is at most {REST_AIM:.0f} %{verdict}")
    print(f"  the bin while it records .mkv: {busy:.1f} %, {memory_busy:.0f} MB; {busy - least:+.1f} %")


def power_cut():
    """What a movie lacks when the power is cut: it is written to a file system in a file, and what has reached that file is copied."""
    image, copy, disk = (f"{FOLDER}/costs-{name}" for name in ("image", "copy", "disk"))
    try:
        os.mkdir(disk)
        run("truncate", "--size", "200M", image)
        run("mkfs.ext4", "-q", "-F", image)
        run("mount", "-o", "loop", image, disk)
    except (OSError, subprocess.CalledProcessError):
        print("lost of a movie of 20 s by a power cut: not measured, because no file system in a file can be mounted here")
        return
    try:
        seconds = record_until_cut(image, copy, disk)
    finally:
        run("umount", disk)
    run("mount", "-o", "loop", copy, disk)
    try:
        lost, lost_plain = (seconds - frames(f"{disk}/{name}.mkv") * INTERVAL for name in ("cut", "plain"))
    finally:
        run("umount", disk)
    verdict = ": MISSED" if lost > CUT_AIM else ""
    print(f"lost of a movie of {seconds:.0f} s by a power cut: {lost:.1f} s, the aim is at most {CUT_AIM} s{verdict}")
    print(f"  of a plain pipeline without O_SYNC: {lost_plain:.1f} s")


def record_until_cut(image, copy, disk):
    """Records with the bin, and with a plain pipeline beside it. Returns the seconds until the disk was copied."""
    camera = ["tapfocuscamera", f"source={LIVE}", f"camera={CAMERA}", f"socket={SOCKET}", f"photo-folder={disk}", "!", "fakesink"]
    programs = [subprocess.Popen(["gst-launch-1.0", "--quiet", *camera])]
    try:
        wait_for(True)
        time.sleep(1)
        take("movie", "cut.mkv", "--keep-free", "0")
        start = time.monotonic()
        plain = [*LIVE.split(), "!", "matroskamux", "!", "filesink", f"location={disk}/plain.mkv"]
        programs.append(subprocess.Popen(["gst-launch-1.0", "--quiet", *plain]))
        time.sleep(20)
        seconds = time.monotonic() - start
        run("cp", "--sparse=always", image, copy)
    finally:
        for program in programs:
            program.kill()
            program.wait()
    wait_for(False)
    return seconds


def run(*words):
    subprocess.run(words, check=True, capture_output=True)


def frames(movie):
    """The number of a movie's frames, as far as it plays: each becomes 256 bytes."""
    elements = "matroskademux ! jpegdec ! videoscale ! video/x-raw,width=16,height=16 ! videoconvert ! video/x-raw,format=GRAY8"
    with tempfile.NamedTemporaryFile() as file:
        words = ["gst-launch-1.0", "--quiet", "filesrc", f"location={movie}", "!", *elements.split(), "!", "filesink"]
        # The end may be torn, or all of it be missing: then it says so, and there are no frames.
        subprocess.run([*words, f"location={file.name}"], capture_output=True, timeout=60, check=False)
        return os.stat(file.name).st_size / 256


Gst.init(None)
dropped_frames()
costs()
power_cut()

"""An application that shows a camera's picture: it takes frames from a pipe and measures those that tapfocus asks for.

usage: picture.py CAMERA SOCKET WIDTH HEIGHT
"""
import subprocess
import sys

import tapfocus

camera, socket, width, height = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
INTERVAL = 33_333

with tapfocus.TapFocus(camera, socket=socket) as focus:
    # tapfocus run may be started later: then the camera is opened without a reservation.
    focus.wait_until_held(timeout=5)
    caps = f"video/x-raw,format=YUY2,width={width},height={height},framerate=30/1"
    frames = subprocess.Popen(
        ["gst-launch-1.0", "-q", "v4l2src", f"device={camera}", "!", caps, "!", "fdsink", "sync=false"],
        stdout=subprocess.PIPE,
    )
    # A frame in the pipe, one in the sink, and one that is being captured; the emulator may add some more.
    focus.begin_frames(width, height, INTERVAL, stamp="received", delay=4 * INTERVAL, takes_taps=False)
    size = width * height * 2
    while len(frame := frames.stdout.read(size)) == size:
        for event in focus.events():
            print(event, flush=True)
        if focus.wants_frame():
            focus.frame(frame, format="yuyv")

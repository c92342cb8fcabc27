"""Click to focus in an OpenCV window: python3 opencv_window.py /dev/video0"""
import sys
import cv2
import tapfocus

path = sys.argv[1] if len(sys.argv) > 1 else "/dev/video0"
with tapfocus.TapFocus(path) as focus:
    focus.wait_until_held()
    camera = cv2.VideoCapture(path)
    width, height = int(camera.get(cv2.CAP_PROP_FRAME_WIDTH)), int(camera.get(cv2.CAP_PROP_FRAME_HEIGHT))
    interval = int(1_000_000 / (camera.get(cv2.CAP_PROP_FPS) or 30))
    # OpenCV queues up to four frames, and does not say when they were taken.
    focus.begin_frames(width, height, interval, stamp="received", delay=5 * interval)
    clicked = lambda event, x, y, *_: event == cv2.EVENT_LBUTTONDOWN and focus.tap(x / width, y / height)
    cv2.namedWindow("camera")
    cv2.setMouseCallback("camera", clicked)
    while cv2.waitKey(1) != 27 and (frame := camera.read())[0]:
        for event in focus.events():
            print(event)
        if focus.wants_frame():
            focus.frame(cv2.cvtColor(frame[1], cv2.COLOR_BGR2GRAY))
        cv2.imshow("camera", frame[1])

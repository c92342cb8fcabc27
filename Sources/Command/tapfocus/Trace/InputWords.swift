import FocusCore
import Glibc
import KioskRuntime
import LinuxDevices
import StateTrace

/// Inputs of a trace in words: one line each.
enum InputWords {
    /// - Parameters:
    ///   - camera: the camera of a `cameraArrived`, if the trace names it.
    ///   - request: what was asked for, if the input is the camera's answer.
    static func words(
        for event: Input.Event, camera: TraceCamera? = nil, answering request: RecordedCalls.Request? = nil
    ) -> String {
        switch event {
        case .start: "start"
        case .stop: "stop"
        case .viewShown: "the view is shown"
        case .touch(let contact): words(for: contact)
        case .touchesLost: "touches lost: the kernel dropped events"
        case .viewTapped(let x, let y, _): "tap at \(point(x, y)) of the view"
        case .pictureTapped(let x, let y, _): "tap at \(point(x, y)) of the picture"
        case .acceleration(let sample):
            "acceleration \(decimal(sample.x)), \(decimal(sample.y)), \(decimal(sample.z)) m/s²"
        case .timer(let id, _): "timer \(id.name)"
        case .cameraAnswered(let result): ControlWords.answer(result, to: request)
        case .exposureCompensation(let ev): "exposure compensation \(AnnouncementWords.stops(ev))"
        case .temporaryCompensation(let ev?):
            "exposure compensation \(AnnouncementWords.stops(ev)), until the next tap or the return to continuous"
        case .temporaryCompensation(nil): "the client that asked for a compensation has gone"
        case .lensOffset(let share?):
            "a photo is to have the lens \(decimal(share * 100)) % of its range beside where it is held"
        case .lensOffset(nil): "the lens is to go back to where it is held"
        case .viewPlaced(let placement?): words(for: placement)
        case .viewPlaced(nil): "the view is where it is configured again"
        case .tapsSent(true): "a program sends the taps: contacts of the touchscreen are not treated as taps"
        case .tapsSent(false): "no program sends the taps any more: contacts of the touchscreen are taps"
        case .controlsChanged: "another program has changed a control of the camera"
        case .releaseCamera: "another camera is about to take this one's place"
        case .lightChanged(let isOn): "a light is \(isOn ? "on" : "off")"
        case .shutterChanged(let isClosed): "the camera's shutter is \(isClosed ? "closed" : "open")"
        case .keep(let wish): words(for: wish)
        case .keepEnded: "the lock is to end"
        case .zoom(let wish): words(for: wish)
        case .zoomChanged(let value): "another program has zoomed: the camera's control is at \(value)"
        case .cameraArrived(let description): words(for: description, camera)
        case .cameraLeft: "camera gone"
        case .cameraImage(let width, let height): "the camera's image is now \(width)x\(height)"
        case .touchscreenArrived(let screen):
            "touchscreen arrived: \(screen.minimumX) to \(screen.maximumX), \(screen.minimumY) to \(screen.maximumY)"
        case .touchscreenLeft: "touchscreen gone"
        case .accelerometerArrived: "accelerometer arrived"
        case .accelerometerLeft: "accelerometer gone"
        case .frames(let news): words(for: news)
        case .framesHeld(let holder?):
            "another program holds the stream, and \(holder.givesFrames ? "measures" : "does not measure") it"
        case .framesHeld(nil): "no other program holds the stream any more"
        }
    }

    private static func words(for description: CameraDescription, _ camera: TraceCamera?) -> String {
        let usb = camera?.usbID.map { ", USB \($0)" } ?? ""
        let name = camera.map { ": \(plain($0.name + usb))" } ?? ""
        let size = "\(description.imageWidth)x\(description.imageHeight)"
        return "camera arrived\(name), \(size), \(description.controls.count) controls"
    }

    private static func words(for wish: ZoomWish) -> String {
        let rate = wish.rate.map { String(printf: ", at a rate of %.3g", $0) } ?? ""
        return switch wish.target {
        case .linear(let share): String(printf: "zoom to %.0f %% of the range", share * 100) + rate
        case .factor(let factor): String(printf: "zoom to %.3gx", factor) + rate
        case .original: "the zoom goes back to where it was"
        case .here: "the zoom stops"
        }
    }

    private static func words(for wish: KeepWish) -> String {
        let keeper = wish.keeper == .person ? "a person" : "an application"
        return switch wish.place {
        case .view(let x, let y): "\(keeper) locks focus and exposure at \(point(x, y)) of the view"
        case .picture(let x, let y): "\(keeper) locks focus and exposure at \(point(x, y)) of the picture"
        case .held: "\(keeper) locks what is held"
        }
    }

    private static func words(for news: FrameNews) -> String {
        switch news {
        case .measured(let frame): words(for: frame)
        case .began(let began):
            "frames \(began.request) began: \(began.width)x\(began.height), every "
                + String(printf: "%.1f ms", began.interval.seconds * 1000)
                + (began.measure == 1 ? "" : ", measure \(began.measure)")
        case .unavailable(let request, let errno): "frames \(request) unavailable: \(SystemError(errno).name)"
        case .lost(let request, let errno): "frames \(request) lost: \(SystemError(errno).name)"
        case .ended(let request): "frames \(request) ended"
        }
    }

    private static func words(for contact: TouchContact) -> String {
        "touch \(contact.phase.name) at \(contact.x), \(contact.y)"
            + (contact.slot == 0 ? "" : ", finger \(contact.slot)") + (contact.isPalm ? ", palm" : "")
    }

    private static func words(for frame: FrameStatistics) -> String {
        let values = [("lens", frame.lens), ("time", frame.exposure), ("gain", frame.gain)]
            .compactMap { name, value in value.map { ", \(name) \($0)" } }.joined()
        let clipped = [("white", frame.bright), ("black", frame.dark)]
            .map { name, share in share > 0 ? ", \(name) \(decimal(share))" : "" }.joined()
        return "frame \(frame.sequence): sharpness \(String(printf: "%.3g", frame.sharpness)), mean "
            + decimal(frame.mean) + clipped + values + (frame.grid == nil ? "" : ", grid")
    }

    private static func words(for placement: ViewPlacement) -> String {
        let (view, screen) = (placement.view, placement.screen)
        let turned = placement.rotation == .none ? "" : ", turned by \(placement.rotation.rawValue)°"
        return String(
            printf: "the view is %.4gx%.4g at %.4g, %.4g of %.4gx%.4g", view.width, view.height, view.x, view.y,
            screen.width, screen.height) + ", \(placement.videoGravity.name)" + turned
            + (placement.isMirrored ? ", mirrored" : "")
    }

    private static func point(_ x: Double, _ y: Double) -> String { String(printf: "%.3f, %.3f", x, y) }

    /// Numbers of a usual size with two decimals; a hostile one has 300 digits.
    private static func decimal(_ number: Double) -> String {
        String(printf: abs(number) < 100_000 ? "%.2f" : "%.3g", number)
    }

    /// A text from outside, without control characters, and of a length that a person reads.
    static func plain(_ text: String) -> String { PlainText.line(text, limit: 200) }
}

extension TraceKind {
    /// The kind of an input; nil if it belongs to none.
    /// - Parameter request: what was asked for, if the input is the camera's answer.
    static func of(_ event: Input.Event, answering request: RecordedCalls.Request?) -> TraceKind? {
        switch event {
        case .start, .stop, .viewShown, .viewPlaced: .state
        case .touch, .touchesLost, .viewTapped, .pictureTapped, .tapsSent, .keep, .keepEnded: .tap
        case .acceleration, .accelerometerArrived, .accelerometerLeft: .motion
        case .frames, .framesHeld: .frame
        case .controlsChanged, .zoom, .zoomChanged, .shutterChanged, .lightChanged, .exposureCompensation,
            .temporaryCompensation, .lensOffset:
            .write
        case .cameraAnswered:
            switch request {
            case nil, .controls(.write): .write
            case .controls(.read): nil
            case .frames: .frame
            }
        case .cameraArrived, .cameraLeft, .cameraImage, .touchscreenArrived, .touchscreenLeft, .timer,
            .releaseCamera:
            nil
        }
    }
}

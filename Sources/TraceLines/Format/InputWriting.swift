import FocusCore

/// Writes inputs. Documentation/TraceFormat.md describes the format for other programs.
extension JSONLine {
    package mutating func input(_ event: Input.Event, camera identity: TraceCamera? = nil) {
        open("{")
        switch event {
        case .start: emptyObject("start")
        case .cameraArrived(let description):
            key("cameraArrived")
            camera(description, identity)
        case .cameraLeft: emptyObject("cameraLeft")
        case .cameraImage(let width, let height):
            key("cameraImage")
            open("[")
            integer(width)
            integer(height)
            close("]")
        case .touchscreenArrived(let description):
            key("touchscreenArrived")
            touchscreen(description)
        case .touchscreenLeft: emptyObject("touchscreenLeft")
        case .accelerometerArrived: emptyObject("accelerometerArrived")
        case .accelerometerLeft: emptyObject("accelerometerLeft")
        case .touch(let contact):
            key("touch")
            touch(contact)
        case .touchesLost: emptyObject("touchesLost")
        case .acceleration(let sample):
            key("acceleration")
            open("[")
            number(sample.x)
            number(sample.y)
            number(sample.z)
            close("]")
        case .timer(let id, let generation):
            key("timer")
            open("{")
            key("id")
            word(id.name)
            key("generation")
            integer(generation)
            close("}")
        case .viewShown: emptyObject("viewShown")
        case .viewTapped(let x, let y, let id):
            key("viewTapped")
            tapped(x, y, id)
        case .pictureTapped(let x, let y, let id):
            key("pictureTapped")
            tapped(x, y, id)
        case .cameraAnswered(let result):
            key("cameraAnswered")
            answer(result)
        case .frame(let statistics):
            key("frame")
            frame(statistics)
        case .framesBegan(let began):
            key("framesBegan")
            framesBegan(began)
        case .framesUnavailable(let request, let errno): frames("framesUnavailable", request, errno: errno)
        case .framesEnded(let request): frames("framesEnded", request)
        case .framesLost(let request, let errno): frames("framesLost", request, errno: errno)
        case .framesHeld(let holder):
            key("framesHeld")
            frameHolder(holder)
        case .controlsChanged: emptyObject("controlsChanged")
        case .exposureCompensation(let value):
            key("exposureCompensation")
            number(value)
        case .temporaryCompensation(let value):
            key("temporaryCompensation")
            if let value { number(value) } else { null() }
        case .viewPlaced(let placement):
            key("viewPlaced")
            if let placement { viewPlacement(placement) } else { null() }
        case .tapsSent(let isSent):
            key("tapsSent")
            boolean(isSent)
        case .stop: emptyObject("stop")
        }
        close("}")
    }

    private mutating func tapped(_ x: Double, _ y: Double, _ id: TapID?) {
        open("{")
        key("at")
        numbers(x, y)
        tap(id)
        close("}")
    }

    private mutating func frameHolder(_ holder: FrameHolder?) {
        guard let holder else { return null() }
        open("{")
        key("measures")
        boolean(holder.givesFrames)
        key("taps")
        boolean(holder.sendsTaps)
        close("}")
    }

    package mutating func emptyObject(_ name: StaticString) {
        key(name)
        open("{")
        close("}")
    }

    mutating func value(_ value: ControlValue?) {
        switch value {
        case nil: null()
        case .integer(let integer): self.integer(integer)
        case .rectangle(let rectangle): self.rectangle(rectangle)
        }
    }

    mutating func rectangle(_ rectangle: PixelRectangle) {
        open("[")
        integer(rectangle.left)
        integer(rectangle.top)
        integer(rectangle.width)
        integer(rectangle.height)
        close("]")
    }

    private mutating func touch(_ contact: TouchContact) {
        open("{")
        key("slot")
        integer(contact.slot)
        key("phase")
        word(contact.phase.name)
        key("x")
        integer(contact.x)
        key("y")
        integer(contact.y)
        key("major")
        integer(contact.major)
        key("palm")
        boolean(contact.isPalm)
        close("}")
    }

    private mutating func answer(_ result: ControlResult) {
        open("{")
        key("call")
        integer(result.call)
        key("errno")
        integer(result.errno)
        key("values")
        open("[")
        for index in 0..<result.values.count { value(result.values[index] ?? nil) }
        close("]")
        close("}")
    }

    package mutating func touchscreen(_ description: TouchscreenDescription) {
        open("{")
        key("x")
        open("[")
        integer(description.minimumX)
        integer(description.maximumX)
        close("]")
        key("y")
        open("[")
        integer(description.minimumY)
        integer(description.maximumY)
        close("]")
        key("unitsPerMillimetre")
        open("[")
        integer(description.unitsPerMillimetreX)
        integer(description.unitsPerMillimetreY)
        close("]")
        key("calibration")
        let matrix = description.calibration
        numbers(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)
        close("}")
    }

    package mutating func camera(_ description: CameraDescription, _ identity: TraceCamera? = nil) {
        open("{")
        if let identity {
            text("name", identity.name)
            if let usbID = identity.usbID { text("usb", usbID) }
        }
        key("image")
        open("[")
        integer(description.imageWidth)
        integer(description.imageHeight)
        close("]")
        key("controls")
        open("[")
        for control in description.controls { self.control(control) }
        close("]")
        key("frames")
        boolean(description.givesFrames)
        if description.quirks != CameraQuirks() { quirks(description.quirks) }
        if !description.remembered.isEmpty { remembered(description.remembered) }
        close("}")
    }

    private mutating func control(_ control: ControlDescription) {
        open("{")
        key("id")
        integer(control.id.rawValue)
        key("minimum")
        integer(control.minimum)
        key("maximum")
        integer(control.maximum)
        key("step")
        integer(control.step)
        key("default")
        integer(control.defaultValue)
        key("menu")
        integer(control.menuItems)
        if !control.menuIntegers.isEmpty {
            key("menuIntegers")
            open("[")
            for value in control.menuIntegers { integer(value) }
            close("]")
        }
        key("readOnly")
        boolean(control.isReadOnly)
        key("writeOnly")
        boolean(control.isWriteOnly)
        key("bounds")
        value(control.bounds.map(ControlValue.rectangle))
        key("minimumSize")
        open("[")
        integer(control.minimumWidth)
        integer(control.minimumHeight)
        close("]")
        key("value")
        value(control.value)
        close("}")
    }
}

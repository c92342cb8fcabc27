import FocusCore

/// Reads inputs. Missing fields keep their defaults, unknown fields are skipped.
extension JSONScanner {
    mutating func input() throws(JSONFault) -> Input.Event {
        var event: Input.Event?
        try object { (scanner, key) throws(JSONFault) in
            if let known = try scanner.event(named: key) { event = known } else { try scanner.skip() }
        }
        guard let event else { throw fault("an input that this version knows") }
        return event
    }

    private mutating func event(named key: Key) throws(JSONFault) -> Input.Event? {
        if key == "acceleration" { return .acceleration(try acceleration()) }
        if key == "touch" { return .touch(try touch()) }
        if key == "timer" { return try timer() }
        if key == "cameraAnswered" { return .cameraAnswered(try answer()) }
        if key == "viewTapped" {
            let (x, y, tap) = try tappedPoint()
            return .viewTapped(x: x, y: y, tap: tap)
        }
        if key == "pictureTapped" {
            let (x, y, tap) = try tappedPoint()
            return .pictureTapped(x: x, y: y, tap: tap)
        }
        if key == "cameraImage" {
            let size = try integers(2)
            return .cameraImage(width: size[0] ?? 0, height: size[1] ?? 0)
        }
        if key == "frame" { return .frame(try frame()) }
        if let event = try framesEvent(key) { return event }
        if key == "exposureCompensation" { return .exposureCompensation(try number()) }
        if key == "temporaryCompensation" { return .temporaryCompensation(takeNull() ? nil : try number()) }
        if key == "tapsSent" { return .tapsSent(try boolean()) }
        if key == "viewPlaced" { return .viewPlaced(takeNull() ? nil : try viewPlacement()) }
        if key == "cameraArrived" { return .cameraArrived(try camera()) }
        if key == "touchscreenArrived" { return .touchscreenArrived(try touchscreen()) }
        guard let plain = Self.plainEvent(key) else { return nil }
        try skip()
        return plain
    }

    private mutating func framesEvent(_ key: Key) throws(JSONFault) -> Input.Event? {
        if key == "framesHeld" { return .framesHeld(try frameHolder()) }
        if key == "framesBegan" { return .framesBegan(try framesBegan()) }
        if key == "framesUnavailable" {
            let (request, errno) = try frames()
            return .framesUnavailable(request: request ?? 0, errno: errno ?? 0)
        }
        if key == "framesLost" {
            let (request, errno) = try frames()
            return .framesLost(request: request ?? 0, errno: errno ?? 0)
        }
        guard key == "framesEnded" else { return nil }
        // In version 1 it is the end of a stream by itself, without the id of a request.
        let (request, errno) = try frames()
        return request.map { .framesEnded(request: $0) } ?? .framesLost(request: 0, errno: errno ?? 0)
    }

    /// Version 1 has only the point.
    private mutating func tappedPoint() throws(JSONFault) -> (x: Double, y: Double, tap: TapID?) {
        var point = InlineList<6, Double>()
        var tap: TapID?
        if isAtArray() {
            point = try numbers(2)
        } else {
            try object { (scanner, key) throws(JSONFault) in
                if key == "at" {
                    point = try scanner.numbers(2)
                } else if key == "tap" {
                    tap = TapID(try scanner.integer())
                } else {
                    try scanner.skip()
                }
            }
        }
        guard let x = point[0], let y = point[1] else { throw fault("a point of two numbers") }
        return (x, y, tap)
    }

    /// Null: no program holds the stream.
    private mutating func frameHolder() throws(JSONFault) -> FrameHolder? {
        if takeNull() { return nil }
        var holder = FrameHolder(givesFrames: false)
        try object { (scanner, key) throws(JSONFault) in
            if key == "measures" {
                holder.givesFrames = try scanner.boolean()
            } else if key == "taps" {
                holder.sendsTaps = try scanner.boolean()
            } else {
                try scanner.skip()
            }
        }
        return holder
    }

    private static func plainEvent(_ key: Key) -> Input.Event? {
        if key == "start" { return .start }
        if key == "cameraLeft" { return .cameraLeft }
        if key == "touchscreenLeft" { return .touchscreenLeft }
        if key == "accelerometerArrived" { return .accelerometerArrived }
        if key == "accelerometerLeft" { return .accelerometerLeft }
        if key == "touchesLost" { return .touchesLost }
        if key == "viewShown" { return .viewShown }
        if key == "controlsChanged" { return .controlsChanged }
        if key == "stop" { return .stop }
        return nil
    }

    private mutating func acceleration() throws(JSONFault) -> Acceleration {
        var sample = Acceleration(x: 0, y: 0, z: 0)
        var count = 0
        try array { (scanner, index) throws(JSONFault) in
            let value = try scanner.number()
            switch index {
            case 0: sample.x = value
            case 1: sample.y = value
            case 2: sample.z = value
            default: throw scanner.fault("three numbers")
            }
            count = index + 1
        }
        guard count == 3 else { throw fault("three numbers") }
        return sample
    }

    package mutating func numbers(_ wanted: Int) throws(JSONFault) -> InlineList<6, Double> {
        var list = InlineList<6, Double>()
        try array { (scanner, _) throws(JSONFault) in
            let value = try scanner.number()
            guard list.count < wanted, list.append(value) else { throw scanner.fault("\(wanted) numbers") }
        }
        guard list.count == wanted else { throw fault("\(wanted) numbers") }
        return list
    }

    private mutating func integers(_ wanted: Int) throws(JSONFault) -> InlineList<4, Int32> {
        var list = InlineList<4, Int32>()
        try array { (scanner, _) throws(JSONFault) in
            let value = try scanner.integer(Int32.self)
            guard list.count < wanted, list.append(value) else { throw scanner.fault("\(wanted) integers") }
        }
        guard list.count == wanted else { throw fault("\(wanted) integers") }
        return list
    }

    private mutating func touch() throws(JSONFault) -> TouchContact {
        var contact = TouchContact(slot: 0, phase: .move, x: 0, y: 0)
        var phase: TouchContact.Phase?
        try object { (scanner, key) throws(JSONFault) in
            if key == "slot" {
                contact.slot = try scanner.integer()
            } else if key == "phase" {
                let name = try scanner.text()
                for candidate in TouchContact.Phase.allCases where name == candidate.name { phase = candidate }
            } else if key == "x" {
                contact.x = try scanner.integer()
            } else if key == "y" {
                contact.y = try scanner.integer()
            } else if key == "major" {
                contact.major = try scanner.integer()
            } else if key == "palm" {
                contact.isPalm = try scanner.boolean()
            } else {
                try scanner.skip()
            }
        }
        guard let phase else { throw fault("a contact's phase: down, move, up or cancelled") }
        contact.phase = phase
        return contact
    }

    private mutating func timer() throws(JSONFault) -> Input.Event {
        var id: TimerID?
        var generation: UInt32 = 0
        try object { (scanner, key) throws(JSONFault) in
            if key == "id" {
                let name = try scanner.text()
                for candidate in TimerID.allCases where name == candidate.name { id = candidate }
            } else if key == "generation" {
                generation = try scanner.integer()
            } else {
                try scanner.skip()
            }
        }
        guard let id else { throw fault("a timer that this version knows") }
        return .timer(id, generation: generation)
    }

    private mutating func answer() throws(JSONFault) -> ControlResult {
        var result = ControlResult(call: 0, errno: 0)
        try object { (scanner, key) throws(JSONFault) in
            if key == "call" {
                result.call = try scanner.integer()
            } else if key == "errno" {
                result.errno = try scanner.integer()
            } else if key == "values" {
                try scanner.array { (scanner, _) throws(JSONFault) in
                    let value = try scanner.controlValue()
                    guard result.values.append(value) else { throw scanner.fault("at most four values") }
                }
            } else {
                try scanner.skip()
            }
        }
        return result
    }

    mutating func controlValue() throws(JSONFault) -> ControlValue? {
        if takeNull() { return nil }
        if isAtArray() { return .rectangle(try rectangle()) }
        return .integer(try integer())
    }

    private mutating func rectangle() throws(JSONFault) -> PixelRectangle {
        let list = try integers(4)
        return PixelRectangle(left: list[0] ?? 0, top: list[1] ?? 0, width: list[2] ?? 0, height: list[3] ?? 0)
    }
}

extension JSONScanner {
    mutating func touchscreen() throws(JSONFault) -> TouchscreenDescription {
        var screen = TouchscreenDescription(minimumX: 0, maximumX: 0, minimumY: 0, maximumY: 0)
        try object { (scanner, key) throws(JSONFault) in
            if key == "x" {
                let range = try scanner.integers(2)
                screen.minimumX = range[0] ?? 0
                screen.maximumX = range[1] ?? 0
            } else if key == "y" {
                let range = try scanner.integers(2)
                screen.minimumY = range[0] ?? 0
                screen.maximumY = range[1] ?? 0
            } else if key == "unitsPerMillimetre" {
                let units = try scanner.integers(2)
                screen.unitsPerMillimetreX = units[0] ?? 0
                screen.unitsPerMillimetreY = units[1] ?? 0
            } else if key == "calibration" {
                let matrix = try scanner.numbers(6)
                screen.calibration = CalibrationMatrix(
                    matrix[0] ?? 1, matrix[1] ?? 0, matrix[2] ?? 0, matrix[3] ?? 0, matrix[4] ?? 1, matrix[5] ?? 0)
            } else {
                try scanner.skip()
            }
        }
        return screen
    }

    mutating func camera() throws(JSONFault) -> CameraDescription {
        var camera = CameraDescription(imageWidth: 0, imageHeight: 0, controls: [])
        try object { (scanner, key) throws(JSONFault) in
            if key == "image" {
                let size = try scanner.integers(2)
                camera.imageWidth = size[0] ?? 0
                camera.imageHeight = size[1] ?? 0
            } else if key == "controls" {
                try scanner.array { (scanner, _) throws(JSONFault) in
                    camera.controls.append(try scanner.control())
                }
            } else if key == "frames" {
                camera.givesFrames = try scanner.boolean()
            } else if key == "quirks" {
                camera.quirks = try scanner.quirks()
            } else if key == "remembered" {
                camera.remembered = try scanner.remembered()
            } else {
                try scanner.skip()
            }
        }
        return camera
    }

    private mutating func control() throws(JSONFault) -> ControlDescription {
        var control = ControlDescription(id: ControlID(rawValue: 0))
        try object { (scanner, key) throws(JSONFault) in
            if key == "id" {
                control.id = ControlID(rawValue: try scanner.integer())
            } else if key == "minimum" {
                control.minimum = try scanner.integer()
            } else if key == "maximum" {
                control.maximum = try scanner.integer()
            } else if key == "step" {
                control.step = try scanner.integer()
            } else if key == "default" {
                control.defaultValue = try scanner.integer()
            } else if key == "menu" {
                control.menuItems = try scanner.integer()
            } else if key == "menuIntegers" {
                try scanner.array { (scanner, _) throws(JSONFault) in
                    control.menuIntegers.append(try scanner.integer())
                }
            } else if key == "readOnly" {
                control.isReadOnly = try scanner.boolean()
            } else if key == "writeOnly" {
                control.isWriteOnly = try scanner.boolean()
            } else if key == "bounds" {
                control.bounds = try scanner.controlValue()?.rectangle
            } else if key == "minimumSize" {
                let size = try scanner.integers(2)
                control.minimumWidth = size[0] ?? 1
                control.minimumHeight = size[1] ?? 1
            } else if key == "value" {
                control.value = try scanner.controlValue()
            } else {
                try scanner.skip()
            }
        }
        return control
    }
}

/// The commands for the camera and its scene.
extension CommandInterpreter {
    static let cameraHelp = """
          scene NEAR FAR                          distances of the left and the right half, in metres
          scene white | black | noise | normal    the content of the frames, whatever the subjects are
          light NEAR FAR                          the brightness of the two halves; a normal room is 1
          subject change [near | far] [LIGHT]     another subject: another texture, another brightness (LIGHT)
          measure [X Y WIDTH HEIGHT]              measures a frame there (shares of the image), or all of it; one object
          frames short | corrupt | drop COUNT     the next COUNT frames are cut off, marked as erroneous, or counted but not sent
          frames log COUNT                        writes the next COUNT frames into the log: how each was taken
          frames stop | go                        stops the frames although the host streams, and starts them again
          refuse CONTROL [CODE]                   the camera refuses writes to CONTROL; CODE: not-ready, wrong-state,
                                                  out-of-range, invalid-request … or 1 to 8 (default invalid-request)
          accept CONTROL                          ends that
          ignore CONTROL [COUNT]                  writes to CONTROL (the next COUNT of them) are accepted without effect
          heed CONTROL                            ends that
          reads-zero CONTROL                      CONTROL always reads 0
          reads-true CONTROL                      ends that
          hang CONTROL LENGTH                     the camera answers requests for CONTROL late by LENGTH; 0 ends that
        """

    /// Carries out a command of the camera; returns false for other commands.
    func dispatchToCamera(_ verb: Substring, _ words: inout CommandWords) throws -> Bool {
        switch verb {
        case "scene": try changeScene(&words)
        case "light":
            let (near, far) = (try words.positive("NEAR"), try words.positive("FAR"))
            try words.end()
            changeScene { ($0.near.light, $0.far.light) = (near, far) }
        case "subject": try changeSubject(&words)
        case "frames": try spoilFrames(&words)
        case "refuse", "accept", "hang", "ignore", "heed", "reads-zero", "reads-true": try misbehave(verb, &words)
        default: return false
        }
        return true
    }

    func measure(_ words: inout CommandWords) throws -> JSON {
        var area = RelativeArea(x: 0, y: 0, width: 1, height: 1)
        if !words.isEmpty {
            area = RelativeArea(
                x: try words.number("X"), y: try words.number("Y"), width: try words.positive("WIDTH"),
                height: try words.positive("HEIGHT"))
            // Rounding may take the sum of two shares a little above 1.
            guard area.x >= 0, area.y >= 0, max(area.x + area.width, area.y + area.height) <= 1.000_001 else {
                throw Failure(
                    "there is nothing to measure beyond the image: X, Y, WIDTH and HEIGHT are shares of it, 0 to 1")
            }
        }
        try words.end()
        return kiosk.camera.measure(area)
    }

    private func changeScene(_ change: (inout Scene) -> Void) {
        var scene = kiosk.camera.model.optics.scene
        change(&scene)
        kiosk.camera.change(scene)
    }

    private func changeScene(_ words: inout CommandWords) throws {
        if let appearance = words.next.flatMap({ Scene.Appearance(rawValue: String($0)) }) {
            _ = words.optionalWord()
            try words.end()
            return changeScene { $0.appearance = appearance }
        }
        let (near, far) = (try words.positive("NEAR"), try words.positive("FAR"))
        try words.end()
        changeScene { ($0.near.distance, $0.far.distance) = (near, far) }
    }

    private func changeSubject(_ words: inout CommandWords) throws {
        let verb = try words.word("change")
        guard verb == "change" else { throw Failure("a subject can change, not \(verb)") }
        var halves = ["near", "far"][...]
        if let half = words.next, halves.contains(String(half)) {
            halves = [String(half)]
            _ = words.optionalWord()
        }
        let light = words.isEmpty ? nil : try words.positive("LIGHT")
        try words.end()
        changeScene { scene in
            if halves.contains("near") { scene.near.change(light: light) }
            if halves.contains("far") { scene.far.change(light: light) }
        }
    }

    private func spoilFrames(_ words: inout CommandWords) throws {
        let word = try words.word("short, corrupt, drop, log, stop or go")
        let stream = kiosk.camera.stream
        if word == "stop" || word == "go" {
            try words.end()
            stream.faults.isStopped = word == "stop"
            return
        }
        let kind = FrameFaults.Kind(rawValue: String(word))
        guard kind != nil || word == "log" else {
            throw Failure("frames can be short, corrupt, drop, log, stop and go, not \(word)")
        }
        let count = try words.integer("COUNT")
        try words.end()
        guard count >= 0 else { throw Failure("COUNT is 0 or more, not \(count)") }
        if let kind {
            stream.faults.ask(kind, frames: Int(count))
        } else {
            kiosk.camera.studio.framesToLog = Int(count)
        }
    }

    private func misbehave(_ verb: Substring, _ words: inout CommandWords) throws {
        let control = try words.control(of: kiosk.camera)
        let requests = kiosk.camera.requests
        switch verb {
        case "refuse":
            let word = words.optionalWord() ?? "invalid-request"
            guard let code = RefusalCode(word) else { throw Failure("there is no error code \(word)") }
            try words.end()
            requests.misbehaviour.refuse(control, code)
        case "hang":
            let length = try words.length("LENGTH")
            try words.end()
            requests.misbehaviour.hang(control, length > 0 ? length : nil)
        case "ignore":
            let count = words.isEmpty ? Misbehaviour.always : Int(try words.integer("COUNT"))
            try words.end()
            requests.misbehaviour.ignore(control, writes: count)
        default:
            try words.end()
            switch verb {
            case "accept": requests.misbehaviour.refuse(control, nil)
            case "heed": requests.misbehaviour.ignore(control, writes: 0)
            default: requests.misbehaviour.readZero(control, verb == "reads-zero")
            }
        }
    }
}

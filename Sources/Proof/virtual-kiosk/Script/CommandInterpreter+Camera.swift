/// The commands for the camera and its scene.
extension CommandInterpreter {
    static let cameraHelp = """
          scene NEAR FAR                          distances of the left and the right half, in metres
          scene white | black | noise | normal    the content of the frames, whatever the subjects are
          light NEAR FAR                          the brightness of the two halves; a normal room is 1
          shutter closed | open                   the privacy shutter, if the camera has one (--with privacy)
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

    func readCameraCommand(_ verb: Substring, _ words: inout CommandWords) throws -> Action {
        switch verb {
        case "scene":
            if let appearance = words.next.flatMap({ Scene.Appearance(rawValue: String($0)) }) {
                _ = words.optionalWord()
                return changeScene { $0.appearance = appearance }
            }
            let (near, far) = (try words.positive("NEAR"), try words.positive("FAR"))
            return changeScene { ($0.near.distance, $0.far.distance) = (near, far) }
        case "light":
            let (near, far) = (try words.positive("NEAR"), try words.positive("FAR"))
            return changeScene { ($0.near.light, $0.far.light) = (near, far) }
        case "shutter": return try readShutter(&words)
        case "subject": return try readSubject(&words)
        case "frames": return try readFrames(&words)
        case "refuse", "accept", "hang", "ignore", "heed", "reads-zero", "reads-true":
            return try readMisbehaviour(verb, &words)
        default: throw Failure("there is no command \(verb); see virtual-kiosk --help")
        }
    }

    private func changeScene(_ change: @escaping (inout Scene) -> Void) -> Action {
        atOnce { kiosk in
            var scene = kiosk.camera.model.optics.scene
            change(&scene)
            kiosk.camera.change(scene)
        }
    }

    private func readShutter(_ words: inout CommandWords) throws -> Action {
        let word = try words.word("closed or open")
        guard word == "closed" || word == "open" else { throw Failure("a shutter is closed or open, not \(word)") }
        guard kiosk.camera.model.controls.contains(.privacy) else { throw Failure("the camera has no control privacy") }
        return atOnce { $0.camera.model.set(.privacy, to: word == "closed" ? 1 : 0) }
    }

    private func readSubject(_ words: inout CommandWords) throws -> Action {
        let verb = try words.word("change")
        guard verb == "change" else { throw Failure("a subject can change, not \(verb)") }
        var halves = ["near", "far"]
        if let half = words.next, halves.contains(String(half)) {
            halves = [String(half)]
            _ = words.optionalWord()
        }
        let light = words.isEmpty ? nil : try words.positive("LIGHT")
        return changeScene { [halves] scene in
            if halves.contains("near") { scene.near.change(light: light) }
            if halves.contains("far") { scene.far.change(light: light) }
        }
    }

    private func readFrames(_ words: inout CommandWords) throws -> Action {
        let word = try words.word("short, corrupt, drop, log, stop or go")
        if word == "stop" || word == "go" { return atOnce { $0.camera.stream.faults.isStopped = word == "stop" } }
        let kind = FrameFaults.Kind(rawValue: String(word))
        guard kind != nil || word == "log" else {
            throw Failure("frames can be short, corrupt, drop, log, stop and go, not \(word)")
        }
        let count = Int(try words.integer("COUNT"))
        guard count >= 0 else { throw Failure("COUNT is 0 or more, not \(count)") }
        guard let kind else { return atOnce { $0.camera.studio.framesToLog = count } }
        return atOnce { $0.camera.stream.faults.left[kind] = count }
    }

    private func readMisbehaviour(_ verb: Substring, _ words: inout CommandWords) throws -> Action {
        let control = try words.control(of: kiosk.camera)
        let change: (inout Misbehaviour) -> Void
        switch verb {
        case "refuse":
            let word = words.optionalWord() ?? "invalid-request"
            guard let code = RefusalCode(word) else { throw Failure("there is no error code \(word)") }
            change = { $0.refused[control] = code }
        case "accept": change = { $0.refused[control] = nil }
        case "hang":
            let length = try words.length("LENGTH")
            change = { $0.hangs[control] = length }
        case "ignore":
            let count = words.isEmpty ? Misbehaviour.always : Int(try words.integer("COUNT"))
            change = { $0.ignored[control] = count > 0 ? count : nil }
        case "heed": change = { $0.ignored[control] = nil }
        case "reads-zero": change = { _ = $0.readingZero.insert(control) }
        default: change = { _ = $0.readingZero.remove(control) }
        }
        return atOnce { change(&$0.camera.requests.misbehaviour) }
    }
}

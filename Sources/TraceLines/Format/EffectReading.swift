import FocusCore

/// Reads recorded effects. Missing numbers are 0, unknown fields are skipped.
extension JSONScanner {
    /// The effects of one input.
    /// - Throws: `JSONFault` at an effect, or a name in one, that this version does not know.
    mutating func effects() throws(JSONFault) -> EffectList {
        var list = EffectList()
        try array { (scanner, _) throws(JSONFault) in
            let effect = try scanner.effect()
            guard list.append(effect) else { throw scanner.fault("at most 20 effects") }
        }
        return list
    }

    private mutating func effect() throws(JSONFault) -> Effect {
        var effect: Effect?
        var named = NamedEffect()
        try object { (scanner, key) throws(JSONFault) in
            if try scanner.read(key, into: &named) { return }
            if let known = try scanner.report(named: key) {
                effect = known
            } else if let known = try scanner.order(named: key) {
                effect = known
            } else {
                try scanner.skip()
            }
        }
        guard let found = effect ?? named.effect else { throw fault("an effect that this version knows") }
        return found
    }

    /// Effects that tell something.
    private mutating func report(named key: Key) throws(JSONFault) -> Effect? {
        if key == "state" { return .state(try stateReport()) }
        if key == "settled" { return .settled(try settledReport()) }
        if key == "searched" { return .searched(try focusSearchReport()) }
        if key == "exposed" { return .exposed(try exposureReport()) }
        if key == "levels" { return .levels(try levelReport()) }
        if key == "compensationTakenBack" { return .compensationTakenBack(to: try number()) }
        guard key == "stopped" else { return nil }
        var isComplete = false
        try object { (scanner, key) throws(JSONFault) in
            if key == "complete" { isComplete = try scanner.boolean() } else { try scanner.skip() }
        }
        return .stopped(isComplete: isComplete)
    }

    /// Effects that a shell carries out.
    private mutating func order(named key: Key) throws(JSONFault) -> Effect? {
        if key == "arm" { return try armed() }
        if key == "disarm" { return .disarm(try name(of: TimerID.allCases, { $0.name }, "a timer")) }
        if key == "call" { return try call() }
        if key == "requestFrames" { return try requestedFrames() }
        if key == "releaseFrames" {
            var id: UInt32 = 0
            try object { (scanner, key) throws(JSONFault) in
                if key == "id" { id = try scanner.integer() } else { try scanner.skip() }
            }
            return .releaseFrames(id: id)
        }
        guard key == "motionSensor" else { return nil }
        let word = try text()
        guard word == "awake" || word == "asleep" else { throw fault("awake or asleep") }
        return .motionSensor(awake: word == "awake")
    }

    private mutating func armed() throws(JSONFault) -> Effect {
        var id: TimerID?
        var deadline: Int64 = 0
        var generation: UInt32 = 0
        try object { (scanner, key) throws(JSONFault) in
            if key == "id" {
                id = try scanner.name(of: TimerID.allCases, { $0.name }, "a timer")
            } else if key == "deadline" {
                deadline = try scanner.integer()
            } else if key == "generation" {
                generation = try scanner.integer()
            } else {
                try scanner.skip()
            }
        }
        guard let id else { throw fault("a timer that this version knows") }
        return .arm(id, deadline: Instant(nanoseconds: deadline), generation: generation)
    }

    /// A call to the camera. In version 1 the calls that begin and end a stream are among them.
    private mutating func call() throws(JSONFault) -> Effect {
        var id: UInt32 = 0
        var operation: ControlCall.Operation?
        var request: FrameRequest?
        var endsStream = false
        try object { (scanner, key) throws(JSONFault) in
            if key == "id" {
                id = try scanner.integer()
            } else if key == "write" {
                operation = .write(try scanner.settings())
            } else if key == "read" {
                operation = .read(try scanner.controls())
            } else if key == "startFrames" {
                request = try scanner.frameRequest()
            } else {
                if key == "stopFrames" { endsStream = true }
                try scanner.skip()
            }
        }
        if let operation { return .call(ControlCall(id: id, operation: operation)) }
        if let request { return .requestFrames(id: id, request) }
        guard endsStream else { throw fault("a call that this version knows") }
        return .releaseFrames(id: id)
    }

    private mutating func settings() throws(JSONFault) -> InlineList<4, ControlSetting> {
        var settings = InlineList<4, ControlSetting>()
        try array { (scanner, _) throws(JSONFault) in
            var id: ControlID?
            var value: ControlValue?
            try scanner.array { (scanner, index) throws(JSONFault) in
                switch index {
                case 0: id = ControlID(rawValue: try scanner.integer())
                case 1: value = try scanner.controlValue()
                default: throw scanner.fault("a control and its value")
                }
            }
            guard let id, let value else { throw scanner.fault("a control and its value") }
            guard settings.append(ControlSetting(id, value)) else { throw scanner.fault("at most four controls") }
        }
        return settings
    }

    private mutating func controls() throws(JSONFault) -> InlineList<4, ControlID> {
        var controls = InlineList<4, ControlID>()
        try array { (scanner, _) throws(JSONFault) in
            let id = ControlID(rawValue: try scanner.integer())
            guard controls.append(id) else { throw scanner.fault("at most four controls") }
        }
        return controls
    }

    private mutating func requestedFrames() throws(JSONFault) -> Effect {
        var id: UInt32 = 0
        var request: FrameRequest?
        try object { (scanner, key) throws(JSONFault) in
            if key == "id" {
                id = try scanner.integer()
            } else if key == "measure" {
                request = try scanner.frameRequest()
            } else {
                try scanner.skip()
            }
        }
        guard let request else { throw fault("the measurements that are requested") }
        return .requestFrames(id: id, request)
    }

    private mutating func frameRequest() throws(JSONFault) -> FrameRequest {
        var request = FrameRequest(focus: .whole, exposure: .whole)
        try object { (scanner, key) throws(JSONFault) in
            if key == "focus" {
                request.focus = try scanner.region()
            } else if key == "exposure" {
                request.exposure = try scanner.region()
            } else if key == "grid" {
                request.includesGrid = try scanner.boolean()
            } else if key == "interval" {
                request.interval = TimeSpan(nanoseconds: try scanner.integer())
            } else if key == "firstFrameTime" {
                request.firstFrameTime = TimeSpan(nanoseconds: try scanner.integer())
            } else {
                try scanner.skip()
            }
        }
        return request
    }

    private mutating func region() throws(JSONFault) -> NormalizedRectangle {
        let list = try numbers(4)
        return NormalizedRectangle(x: list[0] ?? 0, y: list[1] ?? 0, width: list[2] ?? 0, height: list[3] ?? 0)
    }
}

/// An effect that is written as its name, with its details beside it.
private struct NamedEffect {
    var ignored: TapIgnored?
    var refused: TapRefused?
    var fault: FaultName?
    var details = FaultDetails()
    var tap: TapID?

    var effect: Effect? {
        if let ignored { return .tapIgnored(ignored, tap: tap) }
        if let refused { return .tapRefused(refused, tap: tap) }
        return fault.map { .fault($0.fault(details)) }
    }
}

extension JSONScanner {
    /// Returns false, and reads nothing, if the key belongs to another effect.
    private mutating func read(_ key: Key, into effect: inout NamedEffect) throws(JSONFault) -> Bool {
        if key == "tapIgnored" {
            effect.ignored = try name(of: TapIgnored.allCases, { $0.name }, "a reason")
        } else if key == "tapRefused" {
            effect.refused = try name(of: TapRefused.allCases, { $0.name }, "a reason")
        } else if key == "fault" {
            effect.fault = try name(of: FaultName.all, { $0.name }, "a fault")
        } else if key == "tap" {
            effect.tap = TapID(try integer())
        } else if key == "control" {
            effect.details.control = ControlID(rawValue: try integer())
        } else if key == "errno" {
            effect.details.errno = try integer()
        } else if key == "missing" {
            effect.details.missing = try number()
        } else {
            return false
        }
        return true
    }

    /// The value with the name that comes next.
    /// - Parameter kind: completes "… that this version knows".
    package mutating func name<Value>(
        of all: [Value], _ name: (Value) -> StaticString, _ kind: String
    ) throws(JSONFault) -> Value {
        let start = self
        let word = try text()
        for candidate in all where word == name(candidate) { return candidate }
        throw start.fault(kind + " that this version knows")
    }
}

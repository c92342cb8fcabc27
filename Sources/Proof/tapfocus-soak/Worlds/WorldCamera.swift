import CameraLaws
import FocusCore
import SimulatedDevices

/// The truth about a world's camera: its driver, its picture, and its calls. It knows nothing of the engine, and judges the
/// engine's view of the camera.
struct WorldCamera {
    let plan: CameraPlan
    private var driver: SimulatedDriver
    let originals: [ControlID: ControlValue]
    /// Controls set by another program, or by a fault that the engine cannot see.
    private(set) var disturbed: Set<ControlID> = []
    /// Controls that the engine has tried to write before its end.
    private(set) var touched: Set<ControlID> = []
    /// Controls whose read-back differed from the written value: only then can the engine know that they lie.
    private(set) var disproved: Set<ControlID> = []
    private(set) var restoring: Restoring?
    /// The measured request; nil while the stream is off.
    private(set) var stream: (request: FrameRequest, id: UInt32)?
    var trouble = Trouble()
    var picture: WorldPicture
    private(set) var violation: String?
    private var searchEnds: Int64?

    struct Trouble {
        var share = 0.0
        var errno: Int32 = 5
        /// The longest time until an answer, in nanoseconds.
        var lateness: Int64 = 2_000_000
        var streamErrno: Int32 = 0
        var ignoredWrites = 0
    }

    /// The writes that the camera refused while it was restored.
    struct Restoring {
        /// The earlier call, whose answer comes at the same time.
        let pending: UInt32?
        var refused: Set<ControlID> = []
        var written: Set<ControlID> = []
    }

    init(_ plan: CameraPlan) {
        self.plan = plan
        driver = SimulatedDriver(plan.description, plan.misbehaviour)
        originals = driver.values
        picture = WorldPicture(plan)
    }

    var description: CameraDescription { plan.isAbsurd ? plan.description : driver.description }

    var values: [ControlID: ControlValue] { driver.values }

    func integer(_ id: ControlID) -> Int64? { driver.integer(id) }

    func has(_ id: ControlID) -> Bool { plan.description.control(id) != nil }

    /// From now on the engine's calls restore the camera.
    /// - Parameter pending: the call that is already under way.
    mutating func beginRestoring(after pending: UInt32?) { restoring = Restoring(pending: pending) }

    /// Another program sets a control, if the driver allows it.
    mutating func set(_ id: ControlID, _ value: Int64) {
        guard let control = plan.description.control(id), !control.isReadOnly, integer(id) != nil else { return }
        let isItem = control.menuItems == 0 || (value < 64 && control.menuItems >> UInt64(value) & 1 == 1)
        let isMask = id == .lock3A || id == .regionAuto
        let isTaken = isMask ? value & ~control.maximum == 0 : value >= control.minimum && value <= control.maximum
        guard isItem, isTaken else { return }
        driver.values[id] = .integer(value)
        disturbed.insert(id)
    }

    /// Somebody closes the shutter, or opens it.
    mutating func shut(_ isClosed: Bool) { if has(.privacy) { driver.values[.privacy] = .integer(isClosed ? 1 : 0) } }

    /// The answer of a driver whose camera has gone.
    static func answerOfMissingCamera(_ effect: Effect) -> Input.Event {
        switch effect {
        case .requestFrames(let id, _): .frames(.unavailable(request: id, errno: 19))
        case .releaseFrames(let id): .frames(.ended(request: id))
        case .call(let call): .cameraAnswered(ControlResult(call: call.id, errno: 19))
        default: .cameraAnswered(ControlResult(call: .max, errno: 19))
        }
    }

    /// An answer that belongs to nothing.
    static func oddAnswer(_ odd: inout SplitMix64) -> Input.Event {
        let id = UInt32.max
        switch odd.below(5) {
        case 0: return .cameraAnswered(ControlResult(call: id, errno: 5))
        case 1:
            let interval = TimeSpan(nanoseconds: .min)
            return .frames(.began(FramesBegan(request: id, width: -1, height: .max, interval: interval)))
        case 2: return .frames(.unavailable(request: id, errno: 0))
        case 3: return .frames(.ended(request: id))
        default: return .frames(.lost(request: id, errno: 0))
        }
    }

    mutating func endStream() { stream = nil }

    /// The frames flow, from the camera's own stream or from that of a program.
    mutating func beginFrames(_ request: FrameRequest, id: UInt32) -> Input.Event {
        stream = (request, id)
        let interval = TimeSpan(nanoseconds: plan.frameInterval)
        return .frames(.began(FramesBegan(request: id, width: 640, height: 360, interval: interval)))
    }

    /// The errno of a call, or of a request for frames, that fails by chance; 0: it does not.
    private func failure(_ random: inout SplitMix64) -> Int32 {
        trouble.share > 0 && random.chance(trouble.share) ? trouble.errno : 0
    }

    /// The answer to what an effect asks; nil where it asks nothing of the camera.
    mutating func answer(_ effect: Effect, at time: Int64, _ random: inout SplitMix64) -> Input.Event? {
        switch effect {
        case .call(let call):
            let errno = failure(&random)
            switch call.operation {
            case .write(let settings): return .cameraAnswered(write(settings, call.id, errno, at: time))
            case .read(let ids): return .cameraAnswered(read(ids, call.id, errno, at: time))
            }
        case .requestFrames(let id, let request):
            let failure = failure(&random)
            let errno = failure != 0 ? failure : plan.description.givesFrames ? trouble.streamErrno : 25
            guard errno == 0 else {
                stream = nil
                return .frames(.unavailable(request: id, errno: errno))
            }
            return beginFrames(request, id: id)
        case .releaseFrames(let id):
            stream = nil
            return .frames(.ended(request: id))
        default: return nil
        }
    }
}

// Writing and reading.
extension WorldCamera {
    private mutating func write(
        _ list: InlineList<4, ControlSetting>, _ call: UInt32, _ errno: Int32, at time: Int64
    ) -> ControlResult {
        inspect(list)
        let isRestoring = restoring != nil && restoring?.pending != call
        list.forEach { setting in
            if isRestoring { restoring?.written.insert(setting.id) } else { touched.insert(setting.id) }
        }
        let result = driver.write(list, call: call, errno: errno, isIgnored: trouble.ignoredWrites > 0)
        guard result.errno == 0 else {
            list.forEach { restoring?.refused.insert($0.id) }
            return result
        }
        trouble.ignoredWrites = max(trouble.ignoredWrites - 1, 0)
        // The camera claims to have done what it ignored, which the engine cannot disprove.
        disturbed.formUnion(driver.lastIgnored)
        list.forEach { setting in
            let isStart = setting.id == .autoFocusStart && !driver.lastIgnored.contains(setting.id)
            if isStart { searchEnds = time + 600_000_000 }
        }
        return result
    }

    private mutating func read(
        _ ids: InlineList<4, ControlID>, _ call: UInt32, _ errno: Int32, at time: Int64
    ) -> ControlResult {
        if errno == 0 { moveAutomatics() }
        var result = driver.read(ids, call: call, errno: errno, status: status(at: time))
        guard errno == 0 else { return result }
        // An absurd camera claims success even if it has read nothing.
        result.errno = 0
        ids.forEach { id in
            if plan.misbehaviour.alwaysReads[id] != nil, driver.marks[id] ?? 0 != 0 { disproved.insert(id) }
        }
        return result
    }

    private func status(at time: Int64) -> Int64 {
        guard let searchEnds else { return 0 }
        return time < searchEnds ? 1 : 2
    }

    /// The rules for every call to any camera.
    private mutating func inspect(_ list: InlineList<4, ControlSetting>) {
        if list.isEmpty { violation = violation ?? "a call writes nothing" }
        guard !plan.isAbsurd else { return }
        list.forEach { setting in
            let problem = ControlRules.violation(of: setting, plan.description.control(setting.id))
            if let problem, violation == nil { violation = "\(problem): \(setting.id) = \(setting.value.words)" }
        }
    }
}

// The picture.
extension WorldCamera {
    private var isFocusAutomatic: Bool { integer(.focusAuto) == 1 && (integer(.lock3A) ?? 0) & 4 == 0 }
    private var isExposureAutomatic: Bool {
        guard let mode = integer(.exposureAuto) else { return false }
        return mode != 1 && (integer(.lock3A) ?? 0) & 1 == 0
    }

    /// The automatics move their controls a part of the way at each frame and each read-back.
    private mutating func moveAutomatics() {
        guard !plan.isAbsurd else { return }
        if isFocusAutomatic, let lens = integer(.focusAbsolute) {
            let rest = picture.sharpPlace - lens
            driver.values[.focusAbsolute] = .integer(abs(rest) < 4 ? picture.sharpPlace : lens + rest / 2)
        }
        if isExposureAutomatic, let time = integer(.exposureAbsolute),
            let control = plan.description.control(.exposureAbsolute)
        {
            let ideal = min(max(Int64(0.45 / picture.scene.light * 150), control.minimum), control.maximum)
            let rest = ideal - time
            driver.values[.exposureAbsolute] = .integer(abs(rest) < 4 ? ideal : time + rest / 2)
        }
    }

    /// The next frame of the stream, with its measurements; nil while the stream is off.
    mutating func frame(at time: Int64, _ random: inout SplitMix64) -> FrameStatistics? {
        moveAutomatics()
        let exposure = Double(integer(.exposureAbsolute) ?? 150) / 150 * gainFactor
        let lens = integer(.focusAbsolute) ?? 0
        var frame = picture.frame(at: time, lens: lens, exposure: exposure, of: stream, &random)
        frame?.lens = driver.marks[.focusAbsolute]
        frame?.exposure = driver.marks[.exposureAbsolute]
        frame?.gain = driver.marks[.gain]
        return frame
    }

    private var gainFactor: Double { 1 + Double(integer(.gain) ?? 0) / 64 }
}

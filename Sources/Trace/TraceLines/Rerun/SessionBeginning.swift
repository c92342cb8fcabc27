import FocusCore

/// The beginning of a recorded session: a new engine, or that of a snapshot, where the first inputs are not in the recording.
public struct SessionBeginning: Sendable {
    /// The engine before the first recorded input.
    public private(set) var engine: Engine
    /// The snapshot with which the recording begins; nil: it begins with the session's first input.
    public let snapshot: TraceSnapshot?
    /// A recording without inputs. It knows what is under way.
    public let recording: RecordedRun
    /// The part of the session that is not in the recording.
    public private(set) var progress = SessionProgress()

    public init(_ configuration: Configuration) {
        engine = Engine(configuration: configuration)
        snapshot = nil
        recording = RecordedRun()
    }

    /// - Parameter engine: that of the snapshot.
    public init(_ snapshot: TraceSnapshot, _ engine: Engine) {
        self.engine = engine
        self.snapshot = snapshot
        let outlook = engine.outlook
        progress.inputs = snapshot.inputs
        progress.time = snapshot.time
        progress.camera = snapshot.camera
        for (id, generation) in outlook.timers {
            if let deadline = snapshot.deadlines[id] { progress.deadlines.set(id, deadline, generation) }
        }
        recording = RecordedRun(outlook, snapshot)
    }

    /// The same beginning under other settings. In the middle of a session, whatever is under way goes on as it began.
    public func changed(to configuration: Configuration) -> SessionBeginning {
        var changed = self
        if snapshot == nil {
            changed.engine = Engine(configuration: configuration)
        } else {
            changed.engine.change(to: configuration)
        }
        return changed
    }
}

extension RecordedRun {
    /// Begins with all that an engine waits for, as if its camera had just come and everything had just been demanded.
    fileprivate init(_ outlook: EngineOutlook, _ snapshot: TraceSnapshot) {
        self.init()
        // Without its deadline a timer runs until the recording ends it.
        var effects = outlook.timers.map { id, generation in
            Effect.arm(id, deadline: snapshot.deadlines[id] ?? Instant(nanoseconds: .max), generation: generation)
        }
        if outlook.isSensorAwake { effects.append(.motionSensor(awake: true)) }
        if let demand = outlook.demand { effects.append(demand) }
        if let camera = outlook.camera {
            var requests: [Effect] = []
            if let began = outlook.began, let frames = outlook.frames {
                requests.append(.requestFrames(id: began.request, frames))
            }
            appendSetup(.cameraArrived(camera), requests, at: snapshot.time)
        }
        // An answer that nobody waits for changes nothing.
        appendSetup(outlook.began.map { .frames(.began($0)) } ?? .touchesLost, effects, at: snapshot.time)
    }
}

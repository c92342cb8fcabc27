import FocusCore
import KioskLines
import SimulatedDevices
import Testing

/// Random clients at a simulated kiosk, who lock, tap, light and zoom, and go.
struct ClientCrowdTests {
    private struct Crowd {
        private(set) var kiosk: SimulatedKiosk
        private var conversation = Conversation(compensation: 0)
        /// The client that owns the lock, by the answers to locks; nil: nobody.
        private(set) var owner: Conversation.Client?
        /// The number of locks that have been asked for, and are not answered.
        private(set) var unanswered = 0
        private(set) var isLit = false
        private(set) var zoom: ZoomReport?

        init() {
            var model = CameraModel.software
            model.hasZoom = true
            kiosk = SimulatedKiosk(configuration: Configuration(), camera: SimulatedCamera(model: model))
        }

        mutating func live(_ milliseconds: Int64) {
            let end = kiosk.now.advanced(by: .milliseconds(milliseconds))
            while let occurrence = kiosk.next(until: end) {
                guard case .step(let input, let effects) = occurrence else { continue }
                conversation.begin(input.event)
                for index in 0..<effects.count {
                    guard let effect = effects[index] else { continue }
                    follow(effect)
                    follow(conversation.notice(of: effect))
                }
            }
        }

        private mutating func follow(_ effect: Effect) {
            switch effect {
            case .relit(let report): isLit = report.isOn
            case .zoomed(let report): zoom = report
            default: break
            }
        }

        /// A lock that its owner's tap moves answers that tap, so it has no asker.
        private mutating func follow(_ notice: Conversation.Notice?) {
            if notice?.asker != nil, notice?.request == .lock { unanswered -= 1 }
            guard case .lock(let keeper, _)? = notice?.announcement else { return }
            owner = keeper == .application ? notice?.asker ?? owner : nil
        }

        /// - Returns: false if the request is refused.
        mutating func ask(_ request: ControlRequest, from client: Conversation.Client) -> Bool {
            switch conversation.receive(request, from: client) {
            case .tap(let input): kiosk.feed(input)
            case .status(let input): if let input { kiosk.feed(input) }
            case .refused: return false
            case .watch, nil: break
            }
            if case .lock = request { unanswered += 1 }
            live(0)
            return true
        }

        mutating func leave(_ client: Conversation.Client) {
            for input in conversation.end(of: client) { kiosk.feed(input) }
            live(0)
        }
    }

    private static func request(_ random: inout SplitMix64) -> ControlRequest {
        let (x, y) = (random.number(0.1...0.9), random.number(0.1...0.9))
        switch random.below(10) {
        case 0..<2: return .lock(LockWish(x: x, y: y, in: .picture, endsWithTap: random.chance(0.3)))
        case 2: return .lock(LockWish(endsWithTap: random.chance(0.3)))
        case 3: return .unlock
        case 4: return .tap(x: x, y: y, in: .picture)
        case 5..<7: return .light(isOn: random.chance(0.6))
        case 7: return .zoom(ZoomRequest(ZoomWish(.linear(x), rate: random.chance(0.5) ? 1 : nil)))
        case 8: return .zoom(ZoomRequest(ZoomWish(random.chance(0.5) ? .original : .here)))
        default: return .showView
        }
    }

    @Test(
        "A lock has one owner and one answer; when all have gone there is none, no light, and the zoom is the original",
        arguments: 0..<24 as Range<UInt64>)
    func everybodyGoes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var crowd = Crowd()
        crowd.live(1000)
        var clients: [Conversation.Client] = [1, 2, 3]
        for next in 4..<44 as Range<Conversation.Client> {
            let place = random.below(clients.count)
            if random.chance(0.15) {
                crowd.leave(clients[place])
                clients[place] = next
            } else {
                let (request, owner) = (Self.request(&random), crowd.owner)
                let isTaken = crowd.ask(request, from: clients[place])
                switch request {
                case .lock: #expect(isTaken == (owner == nil || owner == clients[place]), "client \(next)")
                case .unlock:
                    // One that is on its way has no owner yet.
                    let isFree = owner == nil || owner == clients[place]
                    #expect(isTaken == isFree || crowd.unanswered > 0, "client \(next)")
                default: #expect(isTaken, "\(request)")
                }
            }
            #expect(crowd.owner == nil || crowd.kiosk.engine.keeper == .application)
            crowd.live(random.integer(0...2500))
        }
        for client in clients { crowd.leave(client) }
        crowd.live(5000)
        #expect(crowd.owner == nil && crowd.kiosk.engine.keeper == nil && crowd.unanswered == 0)
        #expect(!crowd.isLit && crowd.zoom?.linear == 0)
    }
}

import FocusCore
import SimulatedDevices

/// The inputs of a phone's camera beside the tap: locks, zooms, lights, a shutter, another camera. It has numbers of its own, so that
/// worlds without it have stayed what they were.
extension WorldPlan {
    mutating func addPhone() {
        var random = SplitMix64(seed: number ^ 0x7068_6f6e)
        guard random.chance(0.4), !camera.isAbsurd else { return }
        isPhone = true
        configuration.whiteBalance = random.pick(WhiteBalanceHold.allCases)
        if random.chance(0.3) { configuration.tap.longPress = .milliseconds(random.integer(500...800)) }
        camera.addPhone(&random)
        for _ in 0...random.below(10) {
            let longest: Int64 = random.pick([0, 300_000_000, 5_000_000_000])
            let action = WorldAction(delay: random.integer(0...longest), kind: WorldAction.phone(&random))
            actions.insert(action, at: random.below(actions.count + 1))
        }
        if random.chance(0.25) { ending = .light(x: random.number(0.05...0.95), y: random.number(0.05...0.95)) }
    }
}

extension World {
    /// Nobody locks, zooms or lights any more, and the shutter is open.
    mutating func endPhone() {
        send(.keepEnded)
        send(.lightChanged(isOn: false))
        send(.zoom(ZoomWish(.original)))
        shut(false)
    }

    /// Starting from the result of a tap, a light comes and goes, for so short a time that nothing may be found.
    mutating func checkLight(_ x: Double, _ y: Double) {
        checkTap(x, y)
        guard !isBroken, hasProvenExposure, let before = camera else { return }
        var random = SplitMix64(seed: plan.number)
        for _ in 0...random.below(3) {
            switchLight(isOn: true)
            pass(random.integer(0...6_000_000_000))
            switchLight(isOn: false)
            pass(random.integer(0...3_000_000_000))
        }
        pass(8_000_000_000)
        checkLit(since: before)
        guard !isBroken, monitor.state != .continuousAuto, let after = camera else { return }
        guard !monitor.lacksCompensation else { return }
        for id in [.exposureAbsolute, .gain] as [ControlID] where before.isUsable(id) {
            guard after.integer(id) != before.integer(id) else { continue }
            let words = "\(after.integer(id) ?? -1), and was \(before.integer(id) ?? -1)"
            blame(.light, "the light has gone, and \(id) is \(words)")
        }
    }

    /// While a light is on, an exposure is found that lets in less of it than the one before; then the light goes.
    private mutating func checkLit(since before: WorldCamera) {
        guard !isBroken, monitor.state != .continuousAuto else { return }
        switchLight(isOn: true)
        pass(14_000_000_000)
        guard !isBroken, monitor.state != .continuousAuto, let lit = camera else { return }
        switch monitor.lightOutcome {
        case .found:
            if before.canDarken, lit.lightLetIn > before.lightLetIn * 0.9 {
                blame(.light, "a light is on, and the exposure that was found for it is no shorter")
            }
        case .failed:
            // Worlds have sensors with longer delays than any search allows for.
            if monitor.taps.report?.exposureLevel != .software {
                blame(.light, "a light is on, and the camera's automatic has not exposed for it")
            }
        case .searching, .restored, nil:
            blame(.light, "14 s after a light has come, no exposure is found for it")
        }
        switchLight(isOn: false)
        pass(8_000_000_000)
    }

    private mutating func switchLight(isOn: Bool) {
        guard var scene = camera?.picture.scene else { return }
        scene.light *= isOn ? 4 : 0.25
        act(WorldAction(delay: 0, kind: .scene(scene)))
        send(.lightChanged(isOn: isOn))
    }
}

extension WorldCamera {
    /// The light that the camera lets in, as a multiple of some unit.
    fileprivate var lightLetIn: Double {
        Double(integer(.exposureAbsolute) ?? 150) * (1 + Double(integer(.gain) ?? 0) / 64)
    }

    /// True if the exposure time can be read, and is made shorter by four times the light.
    fileprivate var canDarken: Bool {
        guard isUsable(.exposureAbsolute), let control = plan.description.control(.exposureAbsolute),
            !control.isWriteOnly, !plan.description.quirks.cannotBeReadBack, let time = integer(.exposureAbsolute)
        else { return false }
        // A lock that can only be read may be on for ever.
        guard (integer(.lock3A) ?? 0) & 1 == 0 else { return false }
        // In a darker scene even the light leaves the automatic at its longest time.
        return time > control.minimum * 5 && time < control.maximum && picture.scene.light > 0.25
    }
}

extension CameraPlan {
    fileprivate mutating func addPhone(_ random: inout SplitMix64) {
        if random.chance(0.7) {
            let range = random.pick([100...400, 100...500, 0...10, 0...317, 100...57_343] as [ClosedRange<Int64>])
            let value = random.chance(0.7) ? range.lowerBound : random.integer(range)
            description.controls.append(
                ControlDescription(
                    id: .zoomAbsolute, minimum: range.lowerBound, maximum: range.upperBound,
                    defaultValue: range.lowerBound, value: .integer(value)))
        }
        if random.chance(0.7) {
            description.controls.append(
                ControlDescription(
                    id: .whiteBalanceAuto, maximum: 1, defaultValue: 1, value: .integer(random.chance(0.8) ? 1 : 0)))
        }
        if random.chance(0.5) {
            description.controls.append(
                ControlDescription(id: .privacy, maximum: 1, isReadOnly: true, value: .integer(0)))
        }
    }
}

extension WorldAction {
    fileprivate static func phone(_ random: inout SplitMix64) -> Kind {
        switch random.below(12) {
        case 0..<3: return .told(.keep(keep(&random)))
        case 3: return .told(.keepEnded)
        case 4..<7: return .told(.zoom(zoom(&random)))
        case 7: return .zoomed(random.integer(0...450))
        case 8..<10: return .told(.lightChanged(isOn: random.chance(0.6)))
        case 10: return .shutter(isClosed: random.chance(0.5))
        default: return .releaseCamera
        }
    }

    private static func keep(_ random: inout SplitMix64) -> KeepWish {
        let (x, y) = (random.number(-0.1...1.1), random.number(-0.1...1.1))
        let places: [KeepWish.Place] = [.held, .view(x: x, y: y), .picture(x: x, y: y)]
        return KeepWish(random.pick(places), by: random.pick(Keeper.allCases))
    }

    private static func zoom(_ random: inout SplitMix64) -> ZoomWish {
        let targets: [ZoomWish.Target] = [
            .linear(random.number(-0.1...1.1)), .factor(random.number(0.5...6)), .original, .here,
        ]
        let rates: [Double?] = [nil, nil, nil, 0.1, 1, 10, 0, -1, Double.nan]
        return ZoomWish(random.pick(targets), rate: random.pick(rates))
    }
}

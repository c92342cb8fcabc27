import Foundation
import SimulatedDevices
import Testing

extension Soaking {
    @Suite struct Calls {
        @Test("Whichever system call fails, tapfocus does not crash, and follows a tap or ends with the reason")
        func everyCall() throws {
            let kiosk = try VirtualKiosk()
            defer { kiosk.quit() }
            if let only = SoakOrder.only {
                try live(Injection(number: only), kiosk)
                return
            }
            let deadline = SoakOrder.deadline()
            var random = SplitMix64(seed: SoakOrder.seed)
            var (count, injected) = (0, 0)
            while Clock.now < deadline {
                let injection = Injection(number: random.next())
                if try live(injection, kiosk) { injected += 1 }
                count += 1
                print("calls: \(count) tried, \(injected) injected; last: \(injection.number) \(injection)")
            }
            #expect(injected > 0, "of \(count) runs none had a failing call")
        }

        /// - Returns: true if the call was made often enough to fail.
        @discardableResult
        private func live(_ injection: Injection, _ kiosk: VirtualKiosk) throws -> Bool {
            try makeAutomatic(kiosk)
            let run = try InjectedRun(injection, kiosk)
            if let problem = try run.live() {
                Issue.record("calls \(injection.number) (\(injection)): \(problem)")
            }
            return run.wasInjected
        }

        /// A run that could not restore the camera leaves it changed; plugging it in again resets it.
        private func makeAutomatic(_ kiosk: VirtualKiosk) throws {
            let status = try kiosk.status()
            let automatics = ["focus-automatic", "exposure-automatic"]
            if automatics.allSatisfy({ status.boolean("camera", $0) == true }) { return }
            try kiosk.tell("unplug camera")
            try kiosk.tell("plug camera")
            try kiosk.tell("await camera")
        }
    }
}

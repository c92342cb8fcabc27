import LinuxDevices
import Testing

@testable import tapfocus

@Suite struct ProbeSensorTests {
    @Test("Probe says which way an accelerometer is read, and who is in the way")
    func readings() {
        func refusal(_ kind: DeviceError.Kind) -> DeviceError {
            DeviceError(kind, .accelerometer, attempt: "wake", subject: "iio:device0", answer: "no such device")
        }
        #expect(ProbeWords.words(for: .streamed) == "streams")
        #expect(ProbeWords.words(for: .polled) == "polled")
        #expect(ProbeWords.words(for: .polledBesideAnother).hasPrefix("polled: another program has its buffer"))
        let busy = ProbeWords.words(for: .refused(refusal(.busy)))
        #expect(busy.hasPrefix("busy: ") && busy.contains("iio-sensor-proxy"))
        #expect(ProbeWords.words(for: .refused(refusal(.gone))) == "cannot be read: no such device")
    }
}

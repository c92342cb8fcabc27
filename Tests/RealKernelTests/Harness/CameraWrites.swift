/// Writes as short texts that a test can list: "focus 100", "roi 214,401 213x160 auto 9", "ae-mode 8 refused".
extension Stage {
    static func writes(_ records: [Record]) -> [String] {
        records.compactMap { record in
            // The kernel itself probes the power line frequency when a camera arrives.
            guard record.event == "write", let control = record.text("control"), control != "power-line-frequency"
            else {
                return nil
            }
            return "\(control) \(value(record))" + (record.boolean("accepted") == true ? "" : " refused")
        }
    }

    private static func value(_ record: Record) -> String {
        if let value = record.integer("value") { return String(value) }
        let sides = ["top", "left", "bottom", "right", "auto"].map { record.integer("value", $0) ?? -1 }
        // UVC's last row and column are inclusive (4.2.2.1.20).
        return rectangle(sides[1], sides[0], sides[3] - sides[1] + 1, sides[2] - sides[0] + 1) + " auto \(sides[4])"
    }

    /// The writes that tapfocus has announced, in the same form, by the controls' ids.
    static func saidWrites(_ records: [Record]) -> [String] {
        records.filter { $0.event == "write" }.map { record in
            let name = names[record.integer("control") ?? 0] ?? "control \(record.integer("control") ?? 0)"
            let value =
                record.integer("value").map(String.init)
                ?? rectangle(
                    record.integer("value", "left") ?? -1, record.integer("value", "top") ?? -1,
                    record.integer("value", "width") ?? -1, record.integer("value", "height") ?? -1)
            let result = record.text("result") ?? "no result"
            return "\(name) \(value)" + (result == "ok" ? "" : " \(result)")
        }
    }

    /// linux/v4l2-controls.h, linux/uvcvideo.h
    private static let names: [Int64: String] = [
        0x9a_0901: "exposure-auto", 0x9a_0902: "exposure-absolute", 0x9a_090a: "focus-absolute",
        0x9a_090c: "focus-auto", 0x98_1ae1: "roi-rectangle", 0x98_1ae2: "roi-auto",
    ]

    private static func rectangle(_ left: Int64, _ top: Int64, _ width: Int64, _ height: Int64) -> String {
        "\(left),\(top) \(width)x\(height)"
    }
}

/// The expected writes, with a region if the kernel supports it.
enum Expected {
    /// "Continuous about the centre" in full: the sensor has 1280 × 960 pixels, and the region has a sixth of each
    /// side.
    static var continuous: [String] { region("534,400") + ["focus-auto 1", "ae-mode 8"] }

    /// A write of the region, on a kernel that supports it.
    static func region(_ leftAndTop: String, size: String = "213x160", auto: Int = 9) -> [String] {
        Guest.hasRegion ? ["roi \(leftAndTop) \(size) auto \(auto)"] : []
    }

    /// Without a region, turning the automatic off and on makes it search.
    static var retriggered: [String] { Guest.hasRegion ? [] : ["focus-auto 0", "focus-auto 1"] }

    /// The hold of exposure: with a region the exposure was seen to change, so the read value is written back; without
    /// one it was right from the start, and only its automatic is switched off.
    static func heldExposure(_ time: Int) -> [String] {
        Guest.hasRegion ? ["ae-mode 1", "exposure \(time)"] : ["ae-mode 1"]
    }

    /// The announced outcome for exposure in these two cases.
    static var exposureOutcome: String { Guest.hasRegion ? "converged" : "held" }

    static var level: String { Guest.hasRegion ? "region" : "whole frame" }
}

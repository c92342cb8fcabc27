/// Writes in short words, so that a test can list them: "focus 100", "roi 214,401 213x160 auto 9", "ae-mode 8 refused".
extension Stage {
    static func writes(_ lines: [String]) -> [String] {
        lines.compactMap(Record.init).compactMap { record in
            // The kernel itself tries out the power line's frequency when a camera comes.
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
        // UVC counts the last row and column in (4.2.2.1.20).
        return rectangle(sides[1], sides[0], sides[3] - sides[1] + 1, sides[2] - sides[0] + 1) + " auto \(sides[4])"
    }

    /// What tapfocus says that it has written, in the same words, by the controls' ids.
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

/// What the camera gets to hear, where the kernel can tell it; the others get the rest.
enum Expected {
    /// "Continuous about the centre", written out in full: the sensor has 1280 × 960 pixels, and the region a sixth of each.
    static var continuous: [String] { region("534,400") + ["focus-auto 1", "ae-mode 8"] }

    /// A region write, on a kernel that can.
    static func region(_ leftAndTop: String, size: String = "213x160", auto: Int = 9) -> [String] {
        Guest.hasRegion ? ["roi \(leftAndTop) \(size) auto \(auto)"] : []
    }

    /// Where there is no region, the automatic is made to search by turning it off and on.
    static var retriggered: [String] { Guest.hasRegion ? [] : ["focus-auto 0", "focus-auto 1"] }

    /// Exposure that is held: with a region it was seen to change, so it is believed and written back; without one it was
    /// right from the start, never moved, and only its automatic is switched off.
    static func heldExposure(_ time: Int) -> [String] {
        Guest.hasRegion ? ["ae-mode 1", "exposure \(time)"] : ["ae-mode 1"]
    }

    /// What is said of exposure then.
    static var exposureOutcome: String { Guest.hasRegion ? "converged" : "held" }

    static var level: String { Guest.hasRegion ? "region" : "whole frame" }
}

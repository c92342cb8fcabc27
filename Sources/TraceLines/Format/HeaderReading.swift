/// A header as it is read.
struct HeaderRecord {
    var format: String?
    var version: Int?
    var session = TraceSession()
    var configuration = EngineSettings()
}

/// How a header is read. A null is the same as a key that is left out.
extension JSONScanner {
    mutating func headerRecord() throws(JSONFault) -> HeaderRecord {
        var record = HeaderRecord()
        try object { (scanner, key) throws(JSONFault) in
            if scanner.takeNull() { return }
            if key == "format" {
                record.format = try scanner.string()
            } else if key == "version" {
                record.version = Int(exactly: try scanner.number())
            } else if key == "chart" {
                record.session.chart = try scanner.string()
            } else if key == "configuration" {
                record.configuration = try scanner.settings()
            } else if try !scanner.read(key, into: &record.session) {
                try scanner.skip()
            }
        }
        return record
    }

    private mutating func settings() throws(JSONFault) -> EngineSettings {
        var settings = EngineSettings()
        try object { (scanner, key) throws(JSONFault) in
            if scanner.takeNull() { return }
            if try scanner.readGeneral(key, &settings) { return }
            if try scanner.readView(key, &settings) { return }
            if try scanner.readDetection(key, &settings) { return }
            try scanner.skip()
        }
        return settings
    }

    private mutating func readGeneral(_ key: Key, _ settings: inout EngineSettings) throws(JSONFault) -> Bool {
        if key == "forceLockTime" {
            settings.forceLockTime = try number()
        } else if key == "unlockAfter" {
            settings.unlockAfter = try number()
        } else if key == "exposureCompensation" {
            settings.exposureCompensation = try number()
        } else if key == "sceneWatch" {
            settings.sceneWatch = try string()
        } else if key == "sceneWatchAfter" {
            settings.sceneWatchAfter = try number()
        } else if key == "regions" {
            settings.regions = try regions()
        } else if key == "tap" {
            settings.tap = try tap()
        } else if key == "settle" {
            settings.settle = try settle()
        } else {
            return false
        }
        return true
    }

    private mutating func readView(_ key: Key, _ settings: inout EngineSettings) throws(JSONFault) -> Bool {
        if key == "screen" {
            settings.screen = try string()
        } else if key == "view" {
            settings.view = try string()
        } else if key == "videoGravity" {
            settings.videoGravity = try string()
        } else if key == "rotation" {
            settings.rotation = try number()
        } else if key == "mirrored" {
            settings.mirrored = try boolean()
        } else if key == "crop" {
            settings.crop = try numbers()
        } else if key == "calibration" {
            settings.calibration = try numbers()
        } else {
            return false
        }
        return true
    }

    private mutating func readDetection(_ key: Key, _ settings: inout EngineSettings) throws(JSONFault) -> Bool {
        if key == "motionRule" {
            settings.motionRule = try string()
        } else if key == "motionDetection" {
            settings.motionDetection = try motionDetection()
        } else if key == "autofocus" {
            settings.autofocus = try autofocus()
        } else if key == "autoexposure" {
            settings.autoexposure = try autoexposure()
        } else if key == "scene" {
            settings.scene = try scene()
        } else {
            return false
        }
        return true
    }

    private mutating func numbers() throws(JSONFault) -> [Double] {
        var numbers: [Double] = []
        try array { (scanner, _) throws(JSONFault) in numbers.append(try scanner.number()) }
        return numbers
    }
}

/// How the inner objects of a header's configuration are read. What is unknown is passed over.
extension JSONScanner {
    /// Reads the object's values, but for nulls, which count as left out.
    /// - Parameter body: reads the value of a key; returns false for a key that it does not know.
    private mutating func settings(
        _ body: (inout JSONScanner, Key) throws(JSONFault) -> Bool
    ) throws(JSONFault) {
        try object { (scanner, key) throws(JSONFault) in
            if scanner.takeNull() { return }
            if try !body(&scanner, key) { try scanner.skip() }
        }
    }

    mutating func regions() throws(JSONFault) -> EngineSettings.Regions {
        var result = EngineSettings.Regions()
        try settings { (scanner, key) throws(JSONFault) in
            if key == "focus" {
                result.focus = try scanner.number()
            } else if key == "exposure" {
                result.exposure = try scanner.number()
            } else {
                return false
            }
            return true
        }
        return result
    }

    mutating func tap() throws(JSONFault) -> EngineSettings.Tap {
        var result = EngineSettings.Tap()
        try settings { (scanner, key) throws(JSONFault) in
            if key == "longestTime" {
                result.longestTime = try scanner.number()
            } else if key == "farthestMovement" {
                result.farthestMovement = try scanner.number()
            } else if key == "farthestMovementShare" {
                result.farthestMovementShare = try scanner.number()
            } else if key == "largestContact" {
                result.largestContact = try scanner.number()
            } else if key == "largestContactShare" {
                result.largestContactShare = try scanner.number()
            } else {
                return false
            }
            return true
        }
        return result
    }

    mutating func motionDetection() throws(JSONFault) -> EngineSettings.MotionDetection {
        var result = EngineSettings.MotionDetection()
        try settings { (scanner, key) throws(JSONFault) in
            if key == "deviation" {
                result.deviation = try scanner.number()
            } else if key == "duration" {
                result.duration = try scanner.number()
            } else if key == "gravityTimeConstant" {
                result.gravityTimeConstant = try scanner.number()
            } else if key == "shockTime" {
                result.shockTime = try scanner.number()
            } else if key == "articleThreshold" {
                result.articleThreshold = try scanner.number()
            } else if key == "articleInterval" {
                result.articleInterval = try scanner.number()
            } else {
                return false
            }
            return true
        }
        return result
    }

    mutating func settle() throws(JSONFault) -> EngineSettings.Settle {
        var result = EngineSettings.Settle()
        try settings { (scanner, key) throws(JSONFault) in
            if key == "pollInterval" {
                result.pollInterval = try scanner.number()
            } else if key == "stableTime" {
                result.stableTime = try scanner.number()
            } else if key == "shortestTime" {
                result.shortestTime = try scanner.number()
            } else if key == "deadline" {
                result.deadline = try scanner.number()
            } else if key == "timeGiven" {
                result.timeGiven = try scanner.number()
            } else if key == "searchDeadline" {
                result.searchDeadline = try scanner.number()
            } else if key == "retryDelay" {
                result.retryDelay = try scanner.number()
            } else {
                return false
            }
            return true
        }
        return result
    }

    mutating func autofocus() throws(JSONFault) -> EngineSettings.Autofocus {
        var result = EngineSettings.Autofocus()
        try settings { (scanner, key) throws(JSONFault) in
            if key == "coarseStep" {
                result.coarseStep = try scanner.number()
            } else if key == "longestStep" {
                result.longestStep = try scanner.number()
            } else if key == "fineStep" {
                result.fineStep = try scanner.number()
            } else if key == "contrastRatio" {
                result.contrastRatio = try scanner.number()
            } else if key == "certainRatio" {
                result.certainRatio = try scanner.number()
            } else if key == "leastSharpness" {
                result.leastSharpness = try scanner.number()
            } else if key == "confirmations" {
                result.confirmations = try scanner.number()
            } else if key == "retries" {
                result.retries = try scanner.number()
            } else if key == "evaluations" {
                result.evaluations = try scanner.number()
            } else if key == "noise" {
                result.noise = try scanner.number()
            } else if key == "lensDelay" {
                result.lensDelay = try scanner.number()
            } else if key == "writePatience" {
                result.writePatience = try scanner.number()
            } else if key == "attempts" {
                result.attempts = try scanner.number()
            } else if key == "confirmationRatio" {
                result.confirmationRatio = try scanner.number()
            } else if key == "changeRatio" {
                result.changeRatio = try scanner.number()
            } else if key == "stillFrames" {
                result.stillFrames = try scanner.number()
            } else if key == "searchesPerMinute" {
                result.searchesPerMinute = try scanner.number()
            } else {
                return false
            }
            return true
        }
        return result
    }

    mutating func autoexposure() throws(JSONFault) -> EngineSettings.Autoexposure {
        var result = EngineSettings.Autoexposure()
        try settings { (scanner, key) throws(JSONFault) in
            if key == "target" {
                result.target = try scanner.number()
            } else if key == "tolerance" {
                result.tolerance = try scanner.number()
            } else if key == "placeWeight" {
                result.placeWeight = try scanner.number()
            } else if key == "longestDelay" {
                result.longestDelay = try scanner.number()
            } else if key == "clippedShare" {
                result.clippedShare = try scanner.number()
            } else if key == "longestShare" {
                result.longestShare = try scanner.number()
            } else if key == "confirmingFrames" {
                result.confirmingFrames = try scanner.number()
            } else if key == "mostFrames" {
                result.mostFrames = try scanner.number()
            } else if key == "mains" {
                result.mains = try scanner.string()
            } else {
                return false
            }
            return true
        }
        return result
    }

    mutating func scene() throws(JSONFault) -> EngineSettings.Scene {
        var result = EngineSettings.Scene()
        try settings { (scanner, key) throws(JSONFault) in
            if key == "change" {
                result.change = try scanner.number()
            } else if key == "changedShare" {
                result.changedShare = try scanner.number()
            } else if key == "stillness" {
                result.stillness = try scanner.number()
            } else if key == "movingShare" {
                result.movingShare = try scanner.number()
            } else if key == "stillTime" {
                result.stillTime = try scanner.number()
            } else if key == "referenceTimeConstant" {
                result.referenceTimeConstant = try scanner.number()
            } else if key == "lightFactor" {
                result.lightFactor = try scanner.number()
            } else if key == "pause" {
                result.pause = try scanner.number()
            } else {
                return false
            }
            return true
        }
        return result
    }
}

import Foundation
struct Outcome2 { var result: FocusSearchReport.Outcome; var position: Int64; var evaluations: Int; var visits: [Int64] }
func runSearch(_ range: LensRange, start: Int64, _ sharpness: (Int64) -> Double) -> Outcome2 {
    var search = FocusSearch(range: range, start: start)
    var visits: [Int64] = []
    var step = search.step
    while visits.count <= 100 {
        switch step {
        case .measure(let position):
            visits.append(position)
            step = search.take(sharpness: sharpness(position))
        case .finished(let result, let position):
            if result == .found { let s = sharpness(position); if s >= 0.75 * search.summit, let next = search.resume(sharpness: s, frames: 1) { step = next; continue } }
            return Outcome2(result: result, position: position, evaluations: search.evaluations, visits: visits)
        }
    }
    fatalError()
}
extension SplitMix64 {
    mutating func factor(noise: Double) -> Double {
        let radius = (-2 * log(max(nextUnit(), 1e-300))).squareRoot()
        return max(1 + noise * radius * cos(2 * Double.pi * nextUnit()), 0)
    }
}
struct Scene { var name: String; var curve: SharpnessCurve; var widths: ClosedRange<Double>; var maximum: Int64 = 1023; var step: Int64 = 1
    var peaks: ClosedRange<Double> = 0...1; var most: Int; var missed = [0, 0, 0] }
let scenes = [
    Scene(name: "hyperbola", curve: .hyperbola(floor: 0), widths: 40...120, most: 17),
    Scene(name: "hyperbola on 10 %", curve: .hyperbola(floor: 0.1), widths: 40...120, most: 20),
    Scene(name: "hyperbola on 30 %", curve: .hyperbola(floor: 0.3), widths: 40...120, most: 21),
    Scene(name: "hyperbola on 60 %", curve: .hyperbola(floor: 0.6), widths: 40...120, most: 24, missed: [0, 0, 4]),
    Scene(name: "bell without floor", curve: .bell(floor: 0), widths: 40...120, most: 40),
    Scene(name: "bell on 10 %", curve: .bell(floor: 0.1), widths: 40...120, most: 20),
    Scene(name: "bell on 30 %", curve: .bell(floor: 0.3), widths: 40...120, most: 20),
    Scene(name: "steep", curve: .square(floor: 0.1), widths: 40...120, most: 24),
    Scene(name: "skewed", curve: .skewed(floor: 0.1), widths: 40...120, most: 20),
    Scene(name: "wide", curve: .hyperbola(floor: 0.1), widths: 300...600, most: 30),
    Scene(name: "narrow, 4096", curve: .hyperbola(floor: 0), widths: 10...40, maximum: 4095, most: 24),
    Scene(name: "narrow on 2 %, 4096", curve: .hyperbola(floor: 0.02), widths: 10...40, maximum: 4095, most: 40, missed: [0, 4, 12]),
    Scene(name: "narrow on 20 %, 4096", curve: .hyperbola(floor: 0.2), widths: 40...80, maximum: 4095, most: 40, missed: [0, 4, 16]),
    Scene(name: "250 in steps of 5", curve: .hyperbola(floor: 0.1), widths: 15...50, maximum: 250, step: 5, most: 20),
    Scene(name: "far end", curve: .hyperbola(floor: 0.1), widths: 40...120, peaks: 1...1, most: 18),
    Scene(name: "near end", curve: .hyperbola(floor: 0.1), widths: 40...120, peaks: 0...0, most: 18),
    Scene(name: "foot 1/400", curve: .hyperbola(floor: 0.0025), widths: 40...120, most: 20),
]
func pad(_ s: String, _ n: Int) -> String { s.count >= n ? s : s + String(repeating: " ", count: n - s.count) }
func f(_ x: Double, _ n: Int = 1) -> String { String(format: "%.\(n)f", x) }
let isVerbose = CommandLine.arguments.contains("-v")
let seeds: [UInt64] = CommandLine.arguments.contains("31") ? [31] : [31, 101, 102, 103, 104]
for scene in scenes {
    let range = LensRange(minimum: 0, maximum: scene.maximum, step: scene.step)!
    var line = pad(scene.name, 22)
    for (n, noise) in [0, 0.01, 0.03].enumerated() {
        var sum = 0, worst = 0, missed = 0, missed31 = 0, worst31 = 0; var error = 0.0; var count = 0
        for seed in seeds {
            var random = SplitMix64(seed: seed)
            for _ in 0..<400 {
                let peak = Double(scene.maximum) * random.number(scene.peaks)
                let width = random.number(scene.widths)
                let start = Int64(random.integer(0...Int(scene.maximum)))
                var seen: [Double] = []
                let run = runSearch(range, start: start) { let s = scene.curve.value(Double($0), peak: peak, width: width) * random.factor(noise: noise); seen.append(s); return s }
                sum += run.evaluations; worst = max(worst, run.evaluations); count += 1
                let distance = abs(Double(run.position) - peak)
                if seed == 31 { worst31 = max(worst31, run.evaluations) }
                if run.result != .found && run.result != .noisy || distance > width / 2 { missed += 1; if seed == 31 { missed31 += 1 }
                    if isVerbose { print("   missed \(scene.name) noise \(noise) seed \(seed): peak \(f(peak)) width \(f(width)) start \(start) \(run.result) at \(run.position): ", zip(run.visits, seen).map { "\($0)=\(f($1, 3))" }.joined(separator: " ")) }
                } else { error += distance }
            }
        }
        let bad = worst31 > scene.most || missed31 > scene.missed[n]
        line += pad("  \(f(Double(sum) / Double(count))) (\(worst),\(worst31)) m\(missed),\(missed31) e\(f(error / Double(count)))\(bad ? " BAD" : "")", 34)
    }
    print(line)
}
for isRandom in [false, true] {
    let range = LensRange(minimum: 0, maximum: 1023)!
    for seed: UInt64 in [11, 12, 13, 21, 22] {
        var line = pad("\(isRandom ? "anywhere" : "end") \(seed)", 14)
        var all = 0.0
        for noise in [0, 0.01, 0.03] {
            var random = SplitMix64(seed: seed)
            var sum = 0, worst = 0, missed = 0; var error = 0.0
            for _ in 0..<400 {
                let peak = random.number(0...1023)
                let width = random.number(40...120)
                let start = isRandom ? Int64(random.integer(0...1023)) : 0
                var seen: [Double] = []
                let run = runSearch(range, start: start) {
                    let s = SharpnessCurve.hyperbola(floor: 0).value(Double($0), peak: peak, width: width) * random.factor(noise: noise); seen.append(s); return s }
                sum += run.evaluations; worst = max(worst, run.evaluations)
                let distance = abs(Double(run.position) - peak)
                error += distance / 400
                if distance > width / 2 { missed += 1 }
                if isVerbose, run.evaluations > 11 || (isVerbose && distance > width / 2) || (CommandLine.arguments.contains("-a") && seed == 11 && run.visits[0] == 0 && noise != 0.03) { print("   long noise \(noise) seed \(seed): peak \(f(peak)) width \(f(width)) start \(start) \(run.result) at \(run.position): ", zip(run.visits, seen).map { "\($0)=\(f($1, 4))" }.joined(separator: " ")) }
            }
            all += Double(sum) / 1200
            line += pad("  \(f(Double(sum) / 400)) (\(worst)) m\(missed) e\(f(error, 2))", 28)
        }
        print(line, f(all, 2))
    }
}
for floor in [0.0025, 0.01] { for curve in [SharpnessCurve.square(floor: floor), .bell(floor: floor), .hyperbola(floor: floor)] {
    var line = pad("hill \(curve)", 24)
    for isKnown in [false, true] { for fromEnd in [false, true] {
        var sum = 0, worst = 0, missed = 0, count = 0; var ws: [Int] = []
        for seed: UInt64 in [61, 62, 63] {
            var random = SplitMix64(seed: seed)
            var experience = FocusExperience()
            var start: Int64 = 0
            for _ in 0..<300 {
                let far = [180.0, 520, 830][random.integer(0...2)] + random.number(-25...25), any = random.number(0...1023), peak = CommandLine.arguments.contains("-r") ? far : any, width = random.number(50...70)
                let range = LensRange(minimum: 0, maximum: 1023)!
                var search = FocusSearch(range: range, start: fromEnd ? 0 : start, experience: experience)
                var step = search.step
                var visits: [String] = []
                loop: while true { switch step {
                    case .measure(let p): let s = curve.value(Double(p), peak: peak, width: width) * random.factor(noise: 0.01); visits.append("\(p)=\(f(s,4))"); step = search.take(sharpness: s)
                    case .finished(let o, let p):
                        if o == .found { let s = curve.value(Double(p), peak: peak, width: width); if s >= 0.75 * search.summit, let next = search.resume(sharpness: s, frames: 1) { step = next; continue loop } }
                        if o != .found || abs(Double(p) - peak) > 25 { missed += 1; if isVerbose { print("  hill missed \(curve) known \(isKnown) \(f(peak)) w \(f(width)) \(o) \(p)", visits.joined(separator: " ")) } }
                        if isVerbose, search.evaluations > 11 { print("  hill long \(curve) known \(isKnown) \(f(peak)) w \(f(width)) \(o) \(p) exp \(f(experience.width ?? 0))", visits.joined(separator: " ")) }
                        if isKnown, o == .found { experience.found(at: p, width: search.width) }
                        start = p; break loop
                } }
                sum += search.evaluations; worst = max(worst, search.evaluations); count += 1; ws.append(search.evaluations)
            }
        }
        ws.sort()
        line += pad("\(isKnown ? "known" : "new") \(fromEnd ? "end" : "last") \(f(Double(sum) / Double(count))) (\(worst), 99%: \(ws[ws.count * 99 / 100])) m\(missed)   ", 36)
    } }
    print(line)
} }
if CommandLine.arguments.contains("-d") { accidents(); slow() }
if CommandLine.arguments.contains("-t") { typical() }
if CommandLine.arguments.contains("-2") { second() }
if CommandLine.arguments.contains("-n") { noisy() }

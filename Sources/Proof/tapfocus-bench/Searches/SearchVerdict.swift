/// Compares a search with its aims, column by column.
struct SearchVerdict {
    /// The largest values that are good enough.
    let aim: [Double]
    let peers: [(name: String, figures: SearchFigures)]

    /// With one digit more than the figures, and without a number where there is no aim, as for the peaks missed at 3 %.
    var aimWords: [String] {
        zip(aim, SearchFigures.columns).map { $1.hasAim ? $0.decimal($1.digits + 1) : "-" } + ["0/0/-"]
    }

    /// A line that names each cell that misses its aim.
    func words(on own: SearchFigures) -> String {
        let columns = SearchFigures.columns.enumerated()
        let withAim = columns.filter { $0.element.hasAim }
        let aboveAim = withAim.filter { own.values[$0.offset] > aim[$0.offset] }.map { index, column in
            "\(column.name) \(own.words[index]), the aim is \(aimWords[index])"
        }
        let behindPeers = columns.filter { $0.element.isCompared }.flatMap { index, column in
            peers.filter { own.values[index] >= $0.figures.values[index] }.map { peer in
                "\(column.name) \(own.words[index]), \(peer.name) has \(peer.figures.words[index])"
            }
        }
        // No peak may be missed at noises of 0 and 1 %.
        let peaks = zip(["0", "1"], own.missed).filter { $0.1 > 0 }.map { "\($0.1) peaks missed at \($0.0) %" }
        let cells = aboveAim + behindPeers + peaks
        return cells.isEmpty ? "met: every column" : "MISSED: " + cells.joined(separator: "; ")
    }
}

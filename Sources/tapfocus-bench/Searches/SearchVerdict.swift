/// Compares a search with its aims, column by column.
struct SearchVerdict {
    /// The largest figures that are good enough.
    let aim: SearchFigures
    let peers: [(name: String, figures: SearchFigures)]

    /// The columns in which it has to be better than each peer: evaluations, and error under noise.
    private static let compared = ["mean", "err 1%", "err 3%"]
    /// The column without an aim: each position costs frames, a long way of a fast lens costs none.
    private static let free = "travel"

    /// A line that names each cell that misses its aim.
    func words(on own: SearchFigures) -> String {
        let cells = cellsAboveAim(own) + cellsBehindPeers(own) + cellsOfPeaks(own)
        return cells.isEmpty ? "met: every column" : "MISSED: " + cells.joined(separator: "; ")
    }

    private func cellsAboveAim(_ own: SearchFigures) -> [String] {
        let columns = SearchFigures.columns.filter { $0.name != Self.free }
        return columns.filter { own[keyPath: $0.value] > aim[keyPath: $0.value] }.map { column in
            let most = aim[keyPath: column.value].decimal(column.digits + 1)
            return "\(column.name) \(own[keyPath: column.value].decimal(column.digits)), the aim is \(most)"
        }
    }

    private func cellsBehindPeers(_ own: SearchFigures) -> [String] {
        SearchFigures.columns.filter { Self.compared.contains($0.name) }.flatMap { column in
            let value = own[keyPath: column.value]
            return peers.filter { value >= $0.figures[keyPath: column.value] }.map { peer in
                let other = peer.figures[keyPath: column.value].decimal(column.digits)
                return "\(column.name) \(value.decimal(column.digits)), \(peer.name) has \(other)"
            }
        }
    }

    /// No peak may be missed at noises of 0 and 1 %.
    private func cellsOfPeaks(_ own: SearchFigures) -> [String] {
        zip(["0", "1"], own.missed).filter { $0.1 > 0 }.map { "\($0.1) peaks missed at \($0.0) %" }
    }
}

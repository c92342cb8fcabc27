import ChartTools
import FocusCore
import Testing

@testable import StateChart

@Suite("The charts and the machines")
struct ChartComparisonTests {
    @Test("A chart of this repository has no findings", arguments: ChartFiles.names)
    func noFindings(name: String) throws {
        #expect(ChartCheck.findings(in: try ChartFiles.chart(name)).map(\.description) == [])
    }

    @Test("Each chart describes the machine that is compiled into the program", arguments: ChartFiles.compared)
    func chartsAreTheMachines(name: String) throws {
        #expect(ChartFiles.differences(name, try ChartFiles.chart(name)) == [])
    }

    @Test("The comparison tries every state, value of the bit and event")
    func everySituation() {
        #expect(FocusExpectations.all(forceLockTime: .seconds(3)).count == 1 + 3 * 2 * 4)
        #expect(SettleExpectations.all(deadline: .seconds(1)).count == 1 + 7 * 9)
    }

    @Test("The charts in the program are the files")
    func kept() throws {
        let charts = KeptCharts()
        for kept in [charts.focus, charts.settle, charts.tap, charts.stream] {
            var chart = try ChartFiles.chart(kept.name)
            chart.file = kept.file
            #expect(kept == chart)
        }
    }

    @Test("The constant in the program is the hash of the file, and that of another file is as it was")
    func identities() throws {
        #expect(ChartIdentity(of: try ChartFiles.chart("focus-exposure")).description == Chart.hashOfFocusExposure)
        #expect(ChartIdentity(of: try ChartFiles.chart("settle-then-hold")).hash == 0x7eb8_7521_81bf_3b18)
    }
}

import ChartTools
import Foundation
import StateChart

/// Charts made for one test.
enum SmallCharts {
    /// A document that contains the states.
    static func document(_ states: String, attributes: String = "") -> Data {
        Data(
            """
            <scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:tf="urn:tapfocus:chart"
                version="1.0" datamodel="null" name="small" \(attributes)>
            \(states)
            </scxml>
            """.utf8)
    }

    static let twoStates = document(
        """
        <state id="a"><transition tf:id="go" event="go" target="b"/></state>
        <state id="b"><transition tf:id="back" event="back" target="a"/></state>
        """)

    /// The reader's error for the states; nil: there is none.
    static func error(_ states: String, attributes: String = "") -> String? {
        do {
            _ = try ChartReader.read(document(states, attributes: attributes), file: "small.scxml")
            return nil
        } catch {
            return error.description
        }
    }

    /// The findings for the states, without the file's name.
    static func findings(_ states: String) throws -> [String] {
        ChartCheck.findings(in: try ChartReader.read(document(states), file: "small.scxml")).map(\.message)
    }
}

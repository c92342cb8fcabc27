public struct LumaGrid: Equatable, Sendable, Snapshotable { var x = 0 }

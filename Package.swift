// swift-tools-version: 6.2
import PackageDescription

// Tests live through simulated hours, so what they run through is optimised in debug builds, too; assertions stay. A package that
// depends on this one may not be given such flags, and is not: SwiftPM keeps it in a folder of that name.
let isDependency = Context.packageDirectory.contains("/checkouts/")
let optimised: [SwiftSetting] =
    isDependency
    ? []
    : [.unsafeFlags(["-O", "-wmo", "-num-threads", "2", "-assert-config", "Debug"], .when(configuration: .debug))]

let package = Package(
    name: "TapFocus",
    products: [
        .executable(name: "tapfocus", targets: ["tapfocus"]),
        .executable(name: "tapfocus-web", targets: ["tapfocus-web"]),
        .executable(name: "virtual-kiosk", targets: ["virtual-kiosk"]),
        .library(name: "FocusCore", targets: ["FocusCore"]),
        .library(name: "TraceLines", targets: ["TraceLines"]),
        .library(name: "StateTrace", targets: ["StateTrace"]),
        .library(name: "KioskRuntime", targets: ["KioskRuntime"]),
    ],
    targets: [
        // Debian's C libraries; each is explained in Documentation/Dependencies.md.
        .systemLibrary(
            name: "CV4L2", path: "Sources/Shims/CV4L2", pkgConfig: "libv4l2", providers: [.apt(["libv4l-dev"])]),
        .systemLibrary(
            name: "CEvdev", path: "Sources/Shims/CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
        .systemLibrary(
            name: "CIIO", path: "Sources/Shims/CIIO", providers: [.apt(["libiio-dev"])]),
        .systemLibrary(
            name: "CUdev", path: "Sources/Shims/CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(
            name: "CZlib", path: "Sources/Shims/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CYAML", path: "Sources/Shims/CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(
            name: "CSoup",
            path: "Sources/Shims/CSoup", pkgConfig: "libsoup-3.0", providers: [.apt(["libsoup-3.0-dev"])]),
        .systemLibrary(name: "CLinux", path: "Sources/Shims/CLinux"),
        // What libtapfocus consists of, besides FrameClient: its header, and its system calls.
        .systemLibrary(name: "CTapFocus", path: "Sources/Clients/CTapFocus"),
        .systemLibrary(name: "CSockets", path: "Sources/Shims/CSockets"),
        .systemLibrary(name: "CPhotoFile", path: "Sources/Shims/CPhotoFile"),

        // The engine: pure, without imports, and what reads and checks what it did.
        // Rounding is a function of the mathematics library where the processor has no instruction for it.
        .target(
            name: "FocusCore",
            path: "Sources/Engine/FocusCore", swiftSettings: optimised, linkerSettings: [.linkedLibrary("m")]),
        // JSON, written and read without a library: pure, too.
        .target(name: "JSONLines", path: "Sources/Trace/JSONLines", swiftSettings: optimised),
        // The lines of a trace, and their replay: pure, too, so that a browser can run them (Scripts/stages/wasm).
        .target(
            name: "TraceLines", dependencies: ["FocusCore", "JSONLines"],
            path: "Sources/Trace/TraceLines", swiftSettings: optimised),
        .target(
            name: "StateTrace", dependencies: ["FocusCore", "JSONLines", "TraceLines"],
            path: "Sources/Trace/StateTrace", swiftSettings: optimised),
        // The names of the requests between them, for programs that pass them on.
        .target(name: "RequestNames", path: "Sources/Daemon/RequestNames", swiftSettings: optimised),
        // The lines between a kiosk and programs, in both directions: pure, too, for the simulation in a page.
        .target(
            name: "KioskLines", dependencies: ["FocusCore", "JSONLines", "RequestNames", "TraceLines"],
            path: "Sources/Daemon/KioskLines", swiftSettings: optimised),
        // libtapfocus, for programs that show the camera's picture themselves. Scripts/build/library makes a C library of it.
        .target(
            name: "FrameClient", dependencies: ["FocusCore", "JSONLines", "CTapFocus", "CSockets"],
            path: "Sources/Clients/FrameClient"),
        // A frame as a photo, and its file. Scripts/build/gstreamer puts it into the element.
        .target(
            name: "PhotoFile", dependencies: ["CPhotoFile"],
            path: "Sources/Clients/PhotoFile", swiftSettings: optimised),
        .target(
            name: "StateChart", dependencies: ["FocusCore", "CStateChart"],
            path: "Sources/Engine/StateChart", swiftSettings: optimised),
        .target(name: "CStateChart", path: "Sources/Engine/CStateChart"),

        // What the command lines of the programs share: the version, the name that a mistyped one is nearest to.
        .target(name: "CommandLineWords", path: "Sources/Command/CommandLineWords", swiftSettings: optimised),

        // The shells around it. LinuxSystem and ControlSocket need no library, so a process without devices can use them.
        .target(name: "LinuxSystem", dependencies: ["CLinux"], path: "Sources/Daemon/LinuxSystem"),
        .target(name: "ControlSocket", dependencies: ["LinuxSystem"], path: "Sources/Daemon/ControlSocket"),
        .target(
            name: "LinuxDevices",
            dependencies: ["FocusCore", "LinuxSystem", "CV4L2", "CEvdev", "CIIO", "CUdev", "CLinux"],
            path: "Sources/Daemon/LinuxDevices"),
        .target(
            name: "SimulatedDevices", dependencies: ["FocusCore"],
            path: "Sources/Simulation/SimulatedDevices", swiftSettings: optimised),
        // Drivers without a device, for tests and soak.
        .target(
            name: "PlayedDevices", dependencies: ["FocusCore", "LinuxDevices", "SimulatedDevices", "CV4L2"],
            path: "Sources/Simulation/PlayedDevices"),
        // A kiosk without hardware for a web page: what it says, and its picture. Web/wasm compiles it for WebAssembly.
        .target(
            name: "PageSimulation",
            dependencies: ["FocusCore", "TraceLines", "RequestNames", "KioskLines", "SimulatedDevices"],
            path: "Sources/Simulation/PageSimulation", swiftSettings: optimised),
        .target(
            name: "KioskRuntime",
            dependencies: [
                "FocusCore", "JSONLines", "StateTrace", "RequestNames", "KioskLines", "LinuxSystem", "ControlSocket",
                "LinuxDevices",
            ],
            path: "Sources/Daemon/KioskRuntime"),
        // The page of "trace view": its sources are in the program, so that it needs no other file.
        .target(
            name: "TracePage", dependencies: ["CTracePage", "CZlib"],
            path: "Sources/Trace/TracePage", exclude: ["Resources"]),
        .target(name: "CTracePage", path: "Sources/Trace/CTracePage"),
        // Recordings of other programs, and the traces that are made of them.
        .target(
            name: "TraceImport",
            dependencies: ["FocusCore", "StateTrace", "LinuxSystem", "LinuxDevices", "SimulatedDevices", "CYAML"],
            path: "Sources/Command/TraceImport"),
        .executableTarget(
            name: "tapfocus",
            dependencies: [
                "FocusCore", "JSONLines", "StateTrace", "StateChart", "ControlSocket", "LinuxDevices",
                "SimulatedDevices", "KioskRuntime", "TracePage", "TraceImport", "PlayedDevices", "CommandLineWords",
            ],
            path: "Sources/Command/tapfocus"),
        // Between a browser and the control socket: the decisions, which know no socket, and the program around libsoup.
        .target(
            name: "WebGateway", dependencies: ["JSONLines", "RequestNames", "CommandLineWords"],
            path: "Sources/Clients/WebGateway", swiftSettings: optimised),
        .executableTarget(
            name: "tapfocus-web",
            dependencies: [
                "WebGateway", "ControlSocket", "RequestNames", "LinuxSystem", "CommandLineWords", "CSoup",
            ],
            path: "Sources/Clients/tapfocus-web"),
        .executableTarget(
            name: "virtual-kiosk",
            dependencies: [
                "CEvdev", "CV4L2", "CLinux", "FocusCore", "LinuxSystem", "ControlSocket", "SimulatedDevices",
                "CommandLineWords",
            ],
            path: "Sources/Proof/virtual-kiosk",
            // It computes the pictures of a camera in an emulated machine, where it must keep up with their rate.
            swiftSettings: optimised),
        .executableTarget(
            name: "tapfocus-bench",
            dependencies: [
                "FocusCore", "StateTrace", "SimulatedDevices", "CameraLaws", "LinuxDevices", "CAllocationCount",
            ],
            path: "Sources/Proof/tapfocus-bench"),
        // Campaigns that are too long for the tests: Scripts/soak.
        .executableTarget(
            name: "tapfocus-soak",
            dependencies: [
                "FocusCore", "StateTrace", "StateChart", "ChartTools", "SimulatedDevices", "CameraLaws", "LinuxDevices",
                "KioskRuntime", "PlayedDevices",
            ],
            path: "Sources/Proof/tapfocus-soak"),
        // For the benchmarks only: counts allocations, and does the least that can be done after a tap.
        .target(name: "CAllocationCount", path: "Sources/Proof/CAllocationCount"),
        .executableTarget(name: "minimal-tap", dependencies: ["CEvdev"], path: "Sources/Proof/minimal-tap"),

        // For tests, soak and benchmarks, and no product: the laws of cameras without optics; the charts are checked, drawn, and
        // compared with an engine in each step.
        .target(name: "CameraLaws", dependencies: ["FocusCore"], path: "Tests/CameraLaws", swiftSettings: optimised),
        .target(
            name: "ChartTools", dependencies: ["FocusCore", "StateChart"], path: "Tests/ChartTools",
            swiftSettings: optimised),
        // Draws StateCharts/*.scxml: swift run draw-charts
        .executableTarget(name: "draw-charts", dependencies: ["StateChart", "ChartTools"], path: "Tests/draw-charts"),
        .testTarget(
            name: "FocusCoreTests",
            dependencies: ["FocusCore", "StateChart", "ChartTools", "SimulatedDevices", "CameraLaws"]),
        // The measurement of frames: apart, because only these tests of the engine read memory by addresses (Scripts/check).
        .testTarget(name: "FrameMeasurementTests", dependencies: ["FocusCore", "SimulatedDevices"]),
        // The tests of the lines, and those of the files.
        .testTarget(
            name: "StateTraceTests",
            dependencies: [
                "StateTrace", "JSONLines", "TraceLines", "StateChart", "ChartTools", "FocusCore", "SimulatedDevices",
            ]),
        .testTarget(
            name: "StateChartTests",
            dependencies: ["StateChart", "ChartTools", "FocusCore", "StateTrace", "SimulatedDevices"]),
        .testTarget(
            name: "FrameClientTests",
            dependencies: ["FrameClient", "CTapFocus", "FocusCore", "KioskRuntime", "SimulatedDevices", "JSONLines"]),
        .testTarget(name: "PhotoFileTests", dependencies: ["PhotoFile", "SimulatedDevices"]),
        .testTarget(name: "LinuxDevicesTests", dependencies: ["LinuxDevices", "FocusCore", "SimulatedDevices"]),
        .testTarget(
            name: "SimulatedDevicesTests",
            dependencies: ["SimulatedDevices", "CameraLaws", "FocusCore", "StateChart", "ChartTools"]),
        .testTarget(
            name: "PageSimulationTests",
            dependencies: ["PageSimulation", "KioskLines", "SimulatedDevices", "FocusCore"]),
        .testTarget(
            name: "KioskRuntimeTests",
            dependencies: [
                "KioskRuntime", "ControlSocket", "RequestNames", "KioskLines", "LinuxDevices", "FocusCore",
                "StateTrace", "StateChart", "ChartTools", "SimulatedDevices",
            ]),
        .testTarget(name: "DemoTests", dependencies: ["tapfocus", "FocusCore", "SimulatedDevices", "KioskRuntime"]),
        .testTarget(
            name: "CommandLineTests",
            dependencies: [
                "tapfocus", "KioskRuntime", "LinuxDevices", "StateTrace", "StateChart", "ChartTools", "FocusCore",
                "SimulatedDevices", "TracePage", "TraceImport", "WebGateway", "CommandLineWords", "KioskLines",
                "ControlSocket", "JSONLines", "RequestNames", "PhotoFile",
            ]),
        .testTarget(
            name: "WebGatewayTests",
            dependencies: ["WebGateway", "RequestNames", "KioskLines", "SimulatedDevices", "CommandLineWords"]),
        .testTarget(
            name: "TapFocusWebTests",
            dependencies: [
                "tapfocus-web", "tapfocus", "WebGateway", "KioskRuntime", "KioskLines", "LinuxDevices", "FocusCore",
            ]),
        .testTarget(name: "TracePageTests", dependencies: ["TracePage", "CZlib"]),
        .testTarget(
            name: "TraceImportTests",
            dependencies: ["TraceImport", "LinuxDevices", "StateTrace", "FocusCore", "SimulatedDevices"]),
        .testTarget(
            name: "SoakTests",
            dependencies: ["tapfocus-soak", "FocusCore", "SimulatedDevices", "TraceLines", "StateTrace"]),
        // Runs inside a booted kernel only: Scripts/stages/kernel.
        .testTarget(
            name: "RealKernelTests",
            dependencies: ["LinuxDevices", "FocusCore", "SimulatedDevices", "CV4L2", "CLinux"],
            exclude: ["Programs/picture.py"]),
    ]
)

// The sanitizers' builds have only the targets that their tests need, which halves them: Scripts/check names these tests.
if let names = Context.environment["TAPFOCUS_TESTS"] {
    var needed: Set<String> = []
    var open = names.split(whereSeparator: \.isWhitespace).map(String.init)
    while let name = open.popLast() {
        guard needed.insert(name).inserted else { continue }
        let dependencies = package.targets.first { $0.name == name }?.dependencies ?? []
        for case .byNameItem(let dependency, _) in dependencies { open.append(dependency) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}

import Testing

/// The release binary of `tapfocus run` on the drivers of the kernel that runs, with virtual devices behind them. One test at a
/// time: there is one /dev/video0.
///
/// It needs root and the modules of virtual-kiosk, so it runs inside a booted kernel only: Scripts/real-kernel-tests.
@Suite(.serialized, .onceMoreIfTheMachineStoodStill)
enum OnARealKernel {}

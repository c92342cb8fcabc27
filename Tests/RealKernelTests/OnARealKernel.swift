import Testing

/// The release binary of `tapfocus run` on the drivers of the running kernel, with virtual devices behind them. The
/// tests run one at a time, because there is one /dev/video0.
///
/// It needs root and the modules of virtual-kiosk, so it only runs inside a booted kernel: Scripts/stages/kernel.
@Suite(.serialized, .onceMoreIfTheMachineStoodStill)
enum OnARealKernel {}

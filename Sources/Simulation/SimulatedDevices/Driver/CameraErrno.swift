/// The error numbers of the simulated camera: Linux's, from asm-generic/errno-base.h.
public enum CameraErrno {
    public static let inputOutput: Int32 = 5
    public static let accessDenied: Int32 = 13
    public static let busy: Int32 = 16
    public static let noDevice: Int32 = 19
    public static let invalid: Int32 = 22
    public static let outOfRange: Int32 = 34
}

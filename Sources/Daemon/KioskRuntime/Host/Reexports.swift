// Announcements, requests, the control socket and the standard streams are part of this module's interface.
@_exported import ControlSocket
@_exported import KioskLines
@_exported import LinuxSystem

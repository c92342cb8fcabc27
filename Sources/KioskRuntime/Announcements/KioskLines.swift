// Announcements are part of this module's interface.
@_exported import KioskLines

// The types of the lines are part of this module's interface: the settings in a header, the report of a replay. Its files see them, too.
@_exported import TraceLines

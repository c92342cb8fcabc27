import FocusCore

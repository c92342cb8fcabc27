print("virtual-kiosk")

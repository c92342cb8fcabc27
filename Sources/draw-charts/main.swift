print("draw")

print("tapfocus")

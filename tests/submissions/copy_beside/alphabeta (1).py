raise SystemExit("this is not the one")

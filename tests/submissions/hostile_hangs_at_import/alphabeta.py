"""Never gets to its functions."""

while True:
    pass

"""Goes on whatever is raised."""


def max_value(state, alpha, beta):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
        finally:
            continue


min_value = max_value

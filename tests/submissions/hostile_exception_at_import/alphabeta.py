"""Cannot be imported, and says so unkindly."""


class Meta(type):
    @property
    def __name__(cls):
        return 5


class Unkind(BaseException, metaclass=Meta):
    def __str__(self):
        raise KeyboardInterrupt


raise Unkind

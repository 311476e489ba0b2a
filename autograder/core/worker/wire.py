"""The language between the grader and a worker.

Frames have sixteen bytes: a kind, a number and a double. The grader's commands, which
are marshalled dictionaries, and the worker's messages, plain text, follow as `number`
bytes.
"""

import signal
from struct import Struct
from types import FunctionType, MethodType

FRAME = Struct("<B3xId")
SIZE = FRAME.size

# The kinds of the worker's frames. "words follow": `number` bytes of text.
LOOK = 1  # a question: what is the value at node `number`?
# A call of one of the student's functions is two frames: the node with alpha, then
# which function with beta. A CALL is noted; an ASK, below, is a question: what does
# that function return there?
CALL = 2
LOCKED = 3  # the layers of isolation are in force; words follow
LOADED = 4  # the student's file is imported; words follow
RETURNED_INT = 5
RETURNED_FLOAT = 6
RETURNED_TEXT = 7  # words follow: an action
REFUSED = 8  # words follow: the type of a result that can be no answer
# Words follow: RAISED_FIELDS, with zeros between. returned is "LINE KIND FUNCTION".
# names are the unknown one and those that are known. clues are lines, "NAME VALUE".
RAISED = 9
RAISED_FIELDS = ("kind", "message", "traceback", "returned", "names", "clues")
ASK = 10  # the first frame of a call that is a question
WINDOW_END = 11  # the second frame of a call
RETURNED_LARGE = 12  # words follow: the digits of a whole number beyond 2^53
# words follow: why the course's adapter takes a result for no answer
NOT_AN_ANSWER = 13
# Words follow, with zeros between: the exception's type and message, and the number of
# the adapter's line.
ADAPTER_RAISED = 14
ENGINE_ANSWER = 15  # words follow: the repairs that were found
# The end of each noted call, the innermost first, if the command asks for it: its
# result, nan for no number.
CALL_ENDED = 16

# The kinds of the grader's frames: the answers to LOOK, and a command of `number`
# bytes.
INT = 17
FLOAT = 18
NOTHING = 19
COMMAND = 20

# The worker's again.
# as NOT_AN_ANSWER, but no action was returned: that is right if every action has the
# worst value there is
NO_ACTION = 21
# words follow, before anything of the student's runs: the unreadable folder, "copy" or
# "packages"; why
UNREADABLE = 22

NO_NUMBERS: dict[str, type] = {
    "NoneType": type(None),
    "tuple": tuple,
    "method": MethodType,
    "function": FunctionType,
}
"""Types that are often returned in place of a number, by their names: the kinds in the
field `returned` of RAISED. The topic `no_number` has a sentence on each."""
TOO_LARGE = "too large"

TELL_STACK = signal.SIGUSR1
"""The signal at which the worker writes the lines that it is in to the socket."""

BROKEN = 70
"""The worker's exit status if the student's code made the worker's own code fail."""

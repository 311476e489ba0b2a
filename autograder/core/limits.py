"""Every limit of the autograder: beyond it something is refused, ended, cut or omitted.

The comment above each says its unit, the thing that is limited, and why: a measurement,
or the use that the limit was chosen to allow. Limits that instructors may set, such as
seconds and memory, are in `core/exercises/model.py`, with their defaults. The worker
imports this file too, so it holds nothing that a student may not know, and imports
nothing.
"""

# --- Numbers and trees ---

# whole numbers up to here are the same in Python, in JSON and as a double on the wire
LARGEST_EXACT = 2**53
# digits of a whole number that a program may return: more than any double has (309)
MOST_DIGITS = 400
# four Python frames a ply still fit into Python's default recursion limit of 1,000
MOST_PLIES = 200
# characters of the name of a node, and of a value in a sentence: as many as fit into a
# line of a drawing
LONGEST_NAME = 40
# nodes of a tree that pages draw whole, and that students' tests hold: as many as fit
# on a screen
MOST_NODES_DRAWN = 64

# --- Exercises ---

# bytes of a set's file. A tree of a million leaves takes about a tenth of it
LARGEST_EXERCISE = 64 * 2**20
# nodes of a generated tree: it stops growing there, so that deep and bushy ranges end
LARGEST_GENERATED = 400
# plies of a generated complete binary tree, which cannot stop growing: 1,024 leaves
MOST_COMPLETE_PLIES = 10
# utilities that leaves are chosen from; a wider range is sampled evenly
MOST_UTILITIES = 2**16
# trees that Hypothesis draws with one seed, until enough meet the requirements
DRAWN_AT_ONCE = 500
# trees that are drawn for an exercise with requirements, which takes about ten seconds.
# If none of them meets the requirements, its author is told to require less
MOST_TRIED = 10_000
# variations of a drawn tree that are tried until one meets the requirements; if none
# does, the drawn tree is taken
MOST_VARIED = 40
# factor of the pool of drawn trees: so many times the trees that an exercise asks for
POOL_GROWTH = 4
# trees of an exercise that a run keeps for a second use; more could use up the memory
MOST_KEPT = 1000
# trees of a pool, if an exercise does not ask for more
MOST_DRAWN = 1000
# searches of an exercise over every small tree: a right program takes about two seconds
MOST_EXHAUSTIVE = 20_000
# files of the cache in .venv; the least lately used are removed beyond it. Each
# exercise has at most two, and sets of 1,000 exercises were tried
MOST_CACHED_FILES = 4_000
# files that are left in the cache after that, so that it happens once in a thousand
# edits
CACHED_FILES_KEPT = 3_000
# seconds after a cached file's noted use in which a new use is not noted: a day
USED_LATELY_SECONDS = 24 * 60 * 60
# trees that are drawn at least until one fails, which is then made smaller
TRIED_BEFORE_SHRINKING = 1000

# --- Submissions ---

# bytes of a student's file, of a submission's copy, of an unpacked archive
LARGEST_SUBMISSION = 64 * 2**20
# files of a submission that are copied, unpacked or digested: more than any project of
# a course has
MOST_FILES = 2000
# files and folders of a submission that are looked at, so that any folder takes limited
# time
MOST_LISTED = 20_000
# nesting of the folders in which a submission is looked for: deeper than any course's
# project
DEEPEST_FOLDER = 32
# bytes of a path below the submission: a quarter of Linux's limit for a whole one
LONGEST_PATH = 1024
# bytes of an archive as it was submitted: half of the limit for an unpacked one
LARGEST_ARCHIVE = 32 * 2**20
# bytes of a packed file that are unpacked at a time: an archive bomb is noticed
# before it fills the memory
PIECE = 2**20
# bytes of a notebook, pictures in its outputs included
LARGEST_NOTEBOOK = 16 * 2**20
# bytes of address space of the process that reads archives, notebooks and programs
READER_MEMORY = 2**30
# seconds of processor time for that process
READER_CPU_SECONDS = 20
# seconds that the grader waits for that process, on a machine with other work
READER_SECONDS = 60.0
# seconds of processor time for the normal form of a program; no grade depends on it
FORM_CPU_SECONDS = 5
# seconds that the grader waits for a normal form
FORM_SECONDS = 15.0
# characters of a notebook's line; in a longer one no commands of Jupyter's are looked
# for
LONGEST_STATEMENT_LINE = 10_000
# bytes of the name of a file or a folder: the limit of file systems
LONGEST_PART = 255
# bytes of a name that are read of an archive's list: Linux's limit for a whole path
LONGEST_LISTED_NAME = 4096
# files that a student's archive may list, with those of programs that are passed over
MOST_LISTED_IN_ARCHIVE = 50_000
# bytes of a Python file whose lines are shown
LARGEST_SOURCE = 2**20
# Python files of a submission whose lines are shown
MOST_SOURCES = 100
# bytes of a file that is searched for imports and repairs: more than any program of a
# person's
LARGEST_PROGRAM = 2**18
# characters beyond ASCII that are normalized at once: the time may grow with the
# square of their number
LONGEST_NORMALIZED = 100
# bytes of all files together that are searched for imports
LARGEST_PROGRAMS = 2**20
# places in which an imported module is looked for, beside a file that was named alone
MOST_CANDIDATES = 20_000
# bytes of a file of answers by hand
LARGEST_ANSWERS = 2**20
# bytes of a test of the Pacman project that are read
LARGEST_PACMAN_TEST = 2**20
# nodes of a tree in such a test, as its successors are named one by one
LARGEST_PACMAN_TREE = 20_000

# --- The worker ---

# processes and threads of the student's user; the threads of a right solution count too
MOST_PROCESSES = 64
# open descriptors of the worker; Python itself opens a few at a time
MOST_DESCRIPTORS = 64
# bytes of its stack: Linux's default
STACK = 8 * 2**20
# bytes of the stack of a thread that Python starts: MOST_PROCESSES of them fit into the
# default memory beside Python
THREAD_STACK = 6 * 2**20
# bytes of the text after a frame of the worker's: a message, a traceback and names
# together
LONGEST_WORDS = 32 * 1024
# bytes that the worker sets aside, so that it can still report that there is no more
# memory
RESERVE = 2**20
# looks of a search for each node of its tree; a search that looks more often goes
# round in circles
LOOKS_PER_NODE = 50
# processes that hung or died; after so many a part of a run runs nothing more
MOST_ENDS = 3
# seconds between two checks of the deadline and of the worker's processor time
CLOCK_SECONDS = 0.1
# seconds for a killed process to end, and for ending the processes that it left
KILLED_SECONDS = 2.0
# seconds for a process whose time is over to report its line: four waits
STACK_SECONDS = 0.4
# bytes of that report: a hundred calls, each with a path and a name
LARGEST_STACK = 2**16

# --- A run ---

# seconds of a run that are kept for writing the results; of a short run a fifth at
# most
REPORT_SECONDS = 5.0
# seconds of a run for drawing trees and explaining failures; a sixth of it at most
EXPLAINING_SECONDS = 60.0
# nodes of a failing tree that is small enough to show as it is: most drawn trees have
# fewer
LARGEST_GLANCED = 12
# searches for a smaller failing tree of one exercise. Of 600 failures of
# tests/submissions none needed as many
MOST_SHRUNK = 200
# failed searches that are run again, to see whether a program answers by chance
MOST_REPEATED = 12
# different problems among MOST_REPEATED searches: each runs several times, as chance
# may be rare
MOST_DIFFERENT = 4
# fresh processes in which each failed search is repeated, if some answers differ
PROCESSES_ASKED = 4
# failed searches that are repeated in fresh processes, to see whether a program
# remembers an earlier one
MOST_SEARCHED_ANEW = 4
# nodes of the largest tree that is searched many times, by a program that may answer
# by chance or by many known mistakes
LARGEST_REPEATED = 200
# characters that are kept of a program's output on generated trees
MOST_PRINTED = 20_000
# attempts to open a file that another grader may remove at the same moment
MOST_TRIES = 100

# --- Explaining: the search for a repair, and the proof of its claims ---

# probes and exercises that are asked at least if there is no time for all: fewer tell
# too little
FEWEST_SEARCHES = 12
# different values of a game that has only results, such as win, draw and loss
MOST_RESULTS = 3
# trees of a set's generated exercises that serve as probes for its programs
MOST_OWN_PROBES = 16
# mistakes that are named together if the probes cannot tell them apart
MOST_MISTAKES_NAMED = 3
# lines that a repair of several kinds may change and still name mistakes: a longer
# one may be right by accident
MOST_LINES_OF_A_NAME = 3
# searches on which repairs are tried, the smallest first
MOST_TRIALS = 160
# nodes of the largest tree on which repairs are tried
LARGEST_TRIAL = 400
# nodes of the largest failed tree on which repairs are tried
LARGEST_FAILED = 100
# equally good repairs that are judged on every exercise
MOST_BELIEVED = 2
# lines in which the worker may claim repairs and their functions
MOST_CLAIMS = 8
# functions and top-level statements that it may name in them
MOST_REGIONS = 1000
# characters of the expression that holds alpha or beta, such as `self.alpha`
LONGEST_END = 100
# expressions of a function that may hold numbers of plies
MOST_NUMBERS_HELD = 20
# edited places of a repair; no person would read more
MOST_EDITS = 12
# new lines of a repair, for the same reason
MOST_NEW_LINES = 200
# characters of each new line
LONGEST_NEW_LINE = 400
# upper bound of every number in a claim
LARGEST_CLAIMED = 10**7
# files of a program in which repairs are looked for
MOST_REPAIRED_FILES = 20
# equally good repairs of a program that are reported
MOST_REPAIRS = 6
# partial repairs that are judged on every exercise
MOST_NEAREST = 3
# cost of a kind of edit that is still told if it only helps: of dearer ones few were
# right
DEAREST_HELP = 1.5
# exercises that such an edit has to help
LEAST_HELPED = 2
# statements behind a block, or before a loop, that may belong into it
MOST_BESIDE_A_BLOCK = 3
# work after a repair was found, to leave edits out of it, and as much again to find
# direct ones: a quarter of a second on an ordinary machine
MOST_WORK_AFTER = 500_000
# edits of a repair of which every choice of fewer is tried
MOST_CHOSEN_FROM = 6
# places of the same edit that are tried in pairs
MOST_ALIKE = 10
# such pairs that are tried in one program
MOST_CHOICES = 80
# pieces of a program whose tokens are remembered while similar pieces are looked for:
# 10 MB at most
MOST_REMEMBERED = 10_000
# trials that measure how much an edit repairs
MOST_TELLING = 16
# most effective edits that are tried in pairs
MOST_PAIRED = 40
# objects that are compared before and after a call, to see whether it changed one
MOST_OBJECTS = 1000
# arguments of a call that are tried in other orders: 45 orders
MOST_ARGUMENTS_MOVED = 6
# similarity of two parts (difflib's ratio of their lines, by kind of statement) from
# which on they are compared
LEAST_ALIKE = 0.7
# pairs of similar parts that are compared
MOST_PARTS = 12
# trials that show first whether an edit repairs anything
MOST_PROBED = 2
# edits of a chain that are taken as made while one more is looked for
MOST_CHAINED = 4
# partial repairs that are run on all trials, to see which trials each repairs
MOST_SEEN = 8
# steps of a candidate for each node of a tree, counted at each call and each turn of
# a loop
MOST_STEPS = 40
# steps of a program that count as a second of a search for a repair: what a processor
# of 2024 does in a second
WORK_A_SECOND = 2_000_000
# seconds of processor time for each such second: a slow or busy machine still does
# all the work, and a program of slow steps ends
GUARD_OF_WORK = 5
# seconds of processor time between two ticks of the clock that ends runs of few but
# very slow steps
TICK_SECONDS = 0.25
# ticks in one run of a candidate, which normally takes a thousandth of one
MOST_TICKS = 1
# ticks in one run of the unchanged program, in which each line is traced
MOST_TICKS_TRACED = 8
# steps of the unchanged program while it is imported: about a second
MOST_STEPS_OF_A_FIRST_IMPORT = 2_000_000
# steps of a statement at import; the result of a longer one is kept for the next
# import
LEAST_KEPT = 500
# steps of a candidate while it is imported
MOST_STEPS_OF_AN_IMPORT = 100_000

# --- Texts and drawings ---

# repositories of a class for each one whose name ends in no GitHub name of the
# roster, like that of a student who withdrew; if there are fewer, the ends may be
# names of teams. And rows of a class's list for each one that may be no student's
NAMES_PER_UNKNOWN = 10
# students whose submissions a folder seems to hold, from which on it may be a class:
# one student may have a first and a second version
FEWEST_OF_A_CLASS = 3
# characters of a stranger's text that are shown, unless another limit here holds for
# it
LONGEST_MESSAGE = 500
# characters of a file's, a student's or a function's name within a sentence
LONGEST_WORD = 80
# characters of the title of an assignment or an exercise in students' files
LONGEST_TITLE = 200
# characters of a command's error message
LONGEST_ERROR = 4000
# characters of each part of a sentence about a set's file: path, place, mistake
LONGEST_MISTAKE = 1000
# characters of the text of a student's exception: a third of a frame
LONGEST_EXCEPTION = 10_000
# characters of the name of a type in a student's program
LONGEST_TYPE_NAME = 200
# characters of the line of a traceback that names a path, a function and a cell
LONGEST_PLACE = 2000
# frames of the student's code that are shown; of a longer traceback the first and last
# half
LONGEST_TRACEBACK = 12
# columns of a terminal on which long lines are folded; on a narrower one nothing can
# be read as it is meant
FEWEST_COLUMNS = 20
# combining marks on a letter, as some scripts need; a pile of them would paint over
# other lines
MOST_MARKS = 3
# characters of a student's line in a traceback, or of the fault of a notebook
LONGEST_SOURCE_LINE = 300
# characters of a student's line in a sentence about it
LONGEST_QUOTED_LINE = 100
# characters of a line of a diff
LONGEST_DIFF_LINE = 1000
# characters of a student's line on the page of a class
LONGEST_EXAMPLE_LINE = 200
# characters of all lines of students that the page of a class shows of one mistake
LONGEST_EXAMPLE = 2000
# bytes at the beginning of a file by which the gate knows its writer: longer than any
# mark or row of headings
LONGEST_HEAD = 4096
# files of grades that a class's results remember: more than it has sections
MOST_NOTED = 100
# bytes of results that the gate reads to know them: more than any have
LARGEST_RESULTS = 64 * 2**20
# bytes of results for other platforms: PrairieLearn and GitHub's job summaries take
# 2**20
LARGEST_FOREIGN = 10**6
# bytes of the text of a release: GitHub takes 125,000 characters, and Classroom 50 adds
# some
LARGEST_RELEASE = 120_000
# parts of a point, on a platform whose points are whole numbers: points with four
# decimals
MOST_PARTS_OF_A_POINT = 10_000
# characters of each part of a note on a student: more than any sentence or list of
# files has
LONGEST_NOTE = 8000
# characters of a field of overrides.csv
LONGEST_FIELD = 2000
# characters of a field of class.csv, and of a note that is shown: Excel takes no more
LONGEST_CELL = 32_767
# bytes of the name of a submission's results: file systems take 255, a digest included
LONGEST_RESULT_NAME = 150
# letters of a choice that are enough to tell it from the other choices
SHORTEST_BEGINNING = 3
# lines in a row with a number before each; in fewer the numbers may be the program's
FEWEST_NUMBERED = 3
# similarity of two names, by difflib, from which on one is offered for the other
NEARLY_THE_SAME = 0.8
# files, unknown fields, mistakes or notes in a list; then it only counts the rest
MOST_NAMED = 10
# lines in a list on a screen: mistakes of a set's file, entries of a class's folder,
# functions of a program
MOST_LINES_NAMED = 20
# exercises that the page names for a mistake that explains them
MOST_EXPLAINED = 3
# leaves that a sentence to an author names
MOST_LEAVES_NAMED = 40
# leaves of a row that a student compares with another before the rest is left out
MOST_LEAVES_IN_ROW = 14
# nodes of a tree that is written out to be pasted into a program
LARGEST_PASTED = 60
# columns, of a terminal's 80, for students' names, and for the bars of a distribution
WIDEST_COLUMN = 40
# lines of a tree on a terminal; a larger drawing is cut to the nodes that matter
MOST_LINES_OF_TREE = 28
# largest utility that is read at a glance; trees with larger or infinite ones are
# shown later
LARGEST_PLAIN = 999
# other places of a mistake that are told beside the likeliest one
MOST_EQUALS = 3
# mistakes in a file of answers by hand, and answers to no exercise, that are told
MOST_ANSWER_MISTAKES = 5
# seconds between two lines on the progress of a long command; the first lines come
# quickly
SILENCE_SECONDS = 2.0

# --- Pages ---

# characters of one text on a page: more than any part of a report has
LONGEST_TEXT = 100_000
# children of a node that are drawn if a tree has more than MOST_NODES_DRAWN nodes
MOST_CHILDREN_DRAWN = 9
# characters of a value or a name in a drawing
LONGEST_IN_LEAF = 9
# characters of a name inside a triangle; a longer one stands beside it
LONGEST_IN_TRIANGLE = 3
# characters of a step, which stands in a line under a drawing
LONGEST_STEP = 160
# characters of a line of a trace, or of a text in LaTeX
LONGEST_LINE = 400
# failed exercises of a report whose trees are drawn; of the others there are the words
MOST_PLAYED = 12
# beginnings and ends of calls of a search that are played: a right search of a tree
# that is drawn whole has 128, and a hostile program as many as it likes
MOST_CALL_EVENTS = 1_000
# lines of the source that are shown before and after one that is marked
SOURCE_LINES_AROUND = 6
# lines of the source around a marked one on the page of a class
EXAMPLE_LINES_AROUND = 2
# leaves of a generated tree to practise on, as there is little to prune in a smaller
# one
FEWEST_PRACTISED_LEAVES = 4
# leaves of a tree that a person can work out by pressing them
MOST_PRACTISED_LEAVES = 40
# leaves of a tree that fit across a sheet held upright
MOST_PRINTED_LEAVES = 26
# leaves of a tree in the chart of the lecture's page: more take longer to search than
# the page to be made
MOST_CHARTED_LEAVES = 700
# mistakes of each exercise on the page of a class: nobody reads a longer list
MOST_MADE = 3
# mistakes with an explanation, and exercises, on the page of a class; others have their
# titles
MOST_SHOWN = 12

# --- A class ---

# units in a point when points are compared: smaller differences come from binary
# fractions
POINT_UNITS = 10**6
# files that an archive of a class lists: a thousand students with a thousand files each
MOST_CLASS_ENTRIES = 1_000_000
# bytes that an archive of a class may unpack to, so that it cannot fill the disk
LARGEST_CLASS = 4 * 2**30
# bytes of address space of the process that unpacks it: for a million names
CLASS_READER_MEMORY = 2 * 2**30
# seconds of processor time for that process: for LARGEST_CLASS on a slow machine
CLASS_READER_CPU_SECONDS = 600
# seconds that the grader waits for that process, on a slow disk
CLASS_READER_SECONDS = 1800.0
# nesting of folders in an archive of a class: a submission's, and those of the platform
DEEPEST_CLASS_FOLDER = 40
# year of a due time: no course is older, and clocks of earlier years differ
EARLIEST_YEAR = 1970
# first and last names of a student that are tried in other orders: more than most
# people have
MOST_NAMES = 8
# characters of an id or a name that is compared with similar ones: in shorter ones
# each letter tells people apart
SHORTEST_SPELLING = 3
# the fewest letters of the name of a month that tell it
SHORTEST_MONTH = 3
# characters of the longest id or name that is compared so; longer texts are no ids
LONGEST_SPELLING = 80
# lines before the headings of a roster: a title, a term and some blank lines
MOST_TITLE_LINES = 10
# seconds that a submission's process may run beyond the run's limit, on a busy
# machine; then it is killed
SLACK_SECONDS = 300.0
# seconds for processes to end by themselves; then they are killed
CLEANUP_SECONDS = 5.0
# seconds for the scheduler of a cluster to answer
SCHEDULER_SECONDS = 5.0
# seconds for the workers of a cluster to answer after its scheduler did
WORKERS_SECONDS = 8.0
# seconds between two checks whether a class is being stopped
STOP_CHECK_SECONDS = 0.5
# seconds without any worker of a cluster, as one may be starting again; then the
# class ends
NO_WORKER_SECONDS = 10.0
# seconds for git to answer the time of a commit, which takes it some thousandths
GIT_SECONDS = 10.0
# bytes of a file with a time or with the name of a commit
LONGEST_TIME = 1000
# seconds between two checks of a submission's process that the run that started it
# still lives
PARENT_CHECK_SECONDS = 1.0

# --- Commands ---

# leaves of the trees of a proof: more make too many searches at any depth
MOST_PROOF_LEAVES = 20
# searches of a proof: about two hours, at the speed of docs/performance.md
MOST_PROOF_SEARCHES = 100_000_000
# days that a proof may take; they replace the run's limit
PROOF_DAYS = 7
# seconds for installing the packages that an assignment names, over a slow network
INSTALL_SECONDS = 600

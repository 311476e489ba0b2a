"""Every limit of the autograder: the sizes, counts and times beyond which it refuses, ends, cuts or omits something.

Each line says the unit, what is limited, and why: where it names no measurement, what the limit was chosen to allow.
What instructors may set, such as seconds and memory, is in `exercises/model.py`, with its defaults. The student's
process imports this file too, so it holds nothing that a student may not know, and imports nothing.
"""

# --- Numbers and trees ---

LARGEST_EXACT = 2**53  # whole numbers up to here are the same in Python, in JSON and as a double on the wire
MOST_DIGITS = 400  # digits of a whole number that a program may return: more than any double has (309)
MOST_PLIES = 200  # four Python frames a ply still fit into Python's default recursion limit of 1,000
LONGEST_NAME = 40  # characters of the name of a node, and of a value in a sentence: what fits into a line of a drawing
MOST_NODES_DRAWN = 64  # nodes of a tree that pages draw whole, and that students' tests hold: what fits on a screen

# --- Exercises ---

LARGEST_EXERCISE = 64 * 2**20  # bytes of a set's file. A tree of a million leaves takes about a tenth of it
LARGEST_GENERATED = 400  # nodes at which a generated tree stops growing, so that a range both deep and bushy ends
MOST_COMPLETE_PLIES = 10  # plies of generated complete binary trees, which cannot stop growing: 1,024 leaves
MOST_UTILITIES = 2**16  # utilities that leaves are chosen from; a wider range is sampled evenly
DRAWN_AT_ONCE = 500  # trees that Hypothesis draws between two looks at DRAWING_SECONDS
DRAWING_SECONDS = 10.0  # for drawing trees that have what is required, after which an author is told to ask for less
MOST_VARIED = 40  # variations of a drawn tree, until one has what is required; else the drawn tree is taken
POOL_GROWTH = 4  # times as many trees as an exercise asks for in the pool that submissions get theirs from
MOST_KEPT = 1000  # trees of an exercise that a run keeps, as it may need them again; more could use up the memory
MOST_DRAWN = 1000  # trees of a pool, where an exercise does not ask for more
MOST_EXHAUSTIVE = 20_000  # searches of an exercise over every small tree: a right program takes about two seconds
TRIED_BEFORE_SHRINKING = 1000  # trees that a first failing one is looked for among, before it is made smaller

# --- Submissions ---

LARGEST_SUBMISSION = 64 * 2**20  # bytes of a student's file, of a submission's copy, of what an archive unpacks to
MOST_FILES = 2000  # files of a submission that are copied, unpacked or digested: more than any project of a course has
MOST_LISTED = 20_000  # files and folders of a submission that are looked at, so that any folder takes limited time
DEEPEST_FOLDER = 32  # nesting of the folders that a submission is looked for in: deeper than any course's project
LONGEST_PATH = 1024  # bytes of a path below the submission: a quarter of what Linux takes for a whole one
LARGEST_ARCHIVE = 32 * 2**20  # bytes of an archive as it was submitted: half of what it may unpack to
PIECE = 2**20  # bytes of a packed file that are unpacked at a time, so that a bomb is seen before it fills the memory
LARGEST_NOTEBOOK = 16 * 2**20  # bytes of a notebook, pictures in its outputs included
READER_MEMORY = 2**30  # bytes of address space of the process that reads archives, notebooks and programs
READER_CPU_SECONDS = 20  # processor time of that process
READER_SECONDS = 60.0  # how long that process is waited for, on a machine that does other things as well
FORM_CPU_SECONDS = 5  # processor time for the normal form of a program, on which no grade depends
FORM_SECONDS = 15.0  # how long that is waited for
LONGEST_STATEMENT_LINE = 10_000  # characters of a notebook's line in which commands of Jupyter's are looked for
LONGEST_PART = 255  # bytes of the name of a file or a folder: what file systems take
MOST_LISTED_IN_ARCHIVE = 50_000  # files that a student's archive may list, with those of programs that are passed over
LARGEST_SOURCE = 2**20  # bytes of a Python file whose lines are shown
MOST_SOURCES = 100  # Python files of a submission whose lines are shown
LARGEST_PROGRAM = 2**18  # bytes of a file that is searched for imports and repairs: more than any program of a person's
LONGEST_NORMALIZED = (
    100  # characters beyond ASCII that are normalized at once, which may take the square of their number
)
LARGEST_PROGRAMS = 2**20  # bytes of all files that are looked through for imports
MOST_CANDIDATES = 20_000  # places where an imported module might be, beside a file that was named alone
LARGEST_ANSWERS = 2**20  # bytes of a file of answers by hand
LARGEST_PACMAN_TEST = 2**20  # bytes of a test of the Pacman project that are read
LARGEST_PACMAN_TREE = 20_000  # nodes of a tree in such a test, as its successors are named one by one

# --- The student's process ---

MOST_PROCESSES = 64  # processes and threads of the student's user; the threads of a right solution count too
MOST_DESCRIPTORS = 64  # open descriptors of the student's process; Python itself opens a few at a time
STACK = 8 * 2**20  # bytes of its stack: what Linux gives a process by default
LONGEST_WORDS = 32 * 1024  # bytes of text after a frame of the worker's: a message, a traceback and names together
RESERVE = 2**20  # bytes that the worker keeps, to say that there is no more memory
LOOKS_PER_NODE = 50  # looks of a search, for each node of its tree: one that looks more often goes round in circles
MOST_ENDS = 3  # processes that hung or died, after which a part of a run runs nothing more
CLOCK_SECONDS = 0.1  # between two looks at the deadline and at the processor time of the student's process
KILLED_SECONDS = 2.0  # for a killed process to end, and for hunting those that it left

# --- A run ---

REPORT_SECONDS = 5.0  # of the run, kept for writing the results; of a short run at most a fifth
EXPLAINING_SECONDS = 60.0  # of the run, for drawing trees and explaining what was failed; at most a sixth of it
LARGEST_GLANCED = 12  # nodes of a failing tree that need not be made smaller: most that are drawn have fewer
SHRINKING_SECONDS = 5.0  # for a smaller failing tree of one exercise
MOST_REPEATED = 12  # searches that are run again to see whether a program answers by chance
MOST_DIFFERENT = 4  # different ones of these: each runs several times, as chance may be rare
MOST_SEARCHED_ANEW = 4  # failed searches that have to be right in fresh processes where a program remembers something
LARGEST_REPEATED = 200  # nodes of the largest tree of these
MOST_PRINTED = 20_000  # characters of what is printed on generated trees that are kept
MOST_TRIES = 100  # attempts to open a file that another grader may remove at the same moment

# --- Explaining: what a repair is looked for on, and what is believed of it ---

FEWEST_SEARCHES = 12  # of probes of the diagnosis and of exercises, where not all can be asked: fewer tell too little
MOST_MISTAKES_NAMED = 3  # mistakes that are named at once where the probes cannot tell them apart
MOST_LINES_OF_A_NAME = 3  # lines that a repair of several kinds changes, beyond which it may be right by accident
MOST_TRIALS = 160  # searches that a repair is looked for on, the smallest first
LARGEST_TRIAL = 400  # nodes of the largest of these
LARGEST_FAILED = 100  # nodes of the largest tree that was failed and is one of these
MOST_BELIEVED = 2  # equal repairs that are tried on every exercise
MOST_CLAIMS = 8  # lines in which the student's process may claim repairs, and say in which functions
MOST_REGIONS = 1000  # functions and top-level statements that it may name
MOST_EDITS = 12  # changed places of a repair, beyond which no person would read it
MOST_NEW_LINES = 200  # lines of the new text of a repair, for the same reason
LONGEST_NEW_LINE = 400  # characters of each of them
LARGEST_CLAIMED = 10**7  # what every number in a claim is below
MOST_REPAIRED_FILES = 20  # files of a program in which a repair is looked for
MOST_REPAIRS = 6  # repairs that are told of a program
MOST_NEAREST = 3  # changes that mend a part, of which each is judged on every exercise
DEAREST_HELP = 1.5  # what a kind of change costs that is told though it only helps: of dearer ones few were right
LEAST_HELPED = 2  # exercises that such a change helps
MOST_ALIKE = 10  # places of the same change that are tried pair by pair
MOST_CHOICES = 80  # such pairs of one program
MOST_REMEMBERED = 10_000  # pieces of a program whose words are kept while like ones are looked for: 10 MB at most
MOST_TELLING = 16  # trials on which it is seen what a change mends
MOST_PAIRED = 40  # changes that mend most, which are tried with each other
MOST_ARGUMENTS_MOVED = 6  # arguments of a call that are tried in each other's places: 45 orders
LEAST_ALIKE = 0.7  # of their lines that two parts share by what sort they are, to be held against each other
MOST_PARTS = 12  # pairs of parts that are held against each other
MOST_PROBED = 2  # of these, trials that show whether a change mends anything
MOST_CHAINED = 4  # changes beside which one more is looked for, as if they were made
MOST_SEEN = 8  # changes that mend a part, of which it is looked what they mend of all trials
MOST_STEPS = 40  # steps of a candidate for each node of a tree, counted at each function and each turn of a loop
MOST_STEPS_OF_AN_IMPORT = 100_000  # steps of a candidate while it is imported

# --- What is shown ---

LONGEST_MESSAGE = 500  # characters of a stranger's text that are shown where nothing else is said
LONGEST_WORD = 80  # characters of a name of a file, a student or a function on a line with other words
LONGEST_TITLE = 200  # characters of the title of an assignment or an exercise in what students get
LONGEST_ERROR = 4000  # characters of what a command says is wrong
LONGEST_MISTAKE = 1000  # characters of each part of a sentence about a set's file: path, place, mistake
LONGEST_EXCEPTION = 10_000  # characters of the text of a student's exception: a third of a frame
LONGEST_TRACEBACK = 12  # frames of the student's code that are shown; of a longer traceback the first and last half
FEWEST_COLUMNS = 20  # of a terminal on which long lines are folded; a narrower one shows nothing as it is meant
MOST_MARKS = 3  # combining marks on a letter, as some scripts need; a pile of them would paint over other lines
LONGEST_SOURCE_LINE = 300  # characters of a line of the student's in a traceback, or of what is wrong with a notebook
LONGEST_QUOTED_LINE = 100  # characters of a line of the student's in a sentence about it
LONGEST_DIFF_LINE = 1000  # characters of a line of a diff
LONGEST_EXAMPLE_LINE = 200  # characters of a line of the student's in the page of a class
LONGEST_EXAMPLE = 2000  # characters of all such lines of one mistake
LARGEST_FOREIGN = 10**6  # bytes of results for other platforms: PrairieLearn and GitHub's job summaries take 2**20
LONGEST_NOTE = 8000  # characters of each part of a note on a student: more than any sentence or list of files has
LONGEST_FIELD = 2000  # characters of a field of overrides.csv
LONGEST_CELL = 32_767  # characters of a field of class.csv, and of a note where it is shown: what Excel takes
LONGEST_RESULT_NAME = 150  # bytes of the name of a submission's results: file systems take 255, a digest included
NEARLY_THE_SAME = 0.8  # of two names, by difflib, from where one is asked for instead of the other
MOST_NAMED = 10  # files, unknown fields, mistakes or notes that one list names before it says how many more there are
MOST_LINES_NAMED = 20  # mistakes of a set's file, entries of a class's folder, functions of a program, on a screen
MOST_LEAVES_NAMED = 40  # leaves that a sentence to an author names
MOST_LEAVES_IN_ROW = 14  # leaves of a row that a student compares with another before the rest is left out
LARGEST_PASTED = 60  # nodes of a tree that is written out to be pasted into a program
FEWEST_TREE_LINES = 5  # lines of a small terminal that a walk keeps for the tree
WIDEST_COLUMN = 40  # columns of a terminal's 80 for students' names, and for the bars of a distribution
MOST_LINES_OF_TREE = 28  # lines of a tree on a terminal; a larger one is cut to what matters
LARGEST_PLAIN = 999  # size of a utility that is read at a glance; trees with others, infinite ones too, are shown later
MOST_EQUALS = 3  # other places of a mistake that are told beside the likeliest
MOST_ANSWER_MISTAKES = 5  # mistakes in a file of answers by hand, and answers to no exercise, that are told
MOST_MISTAKES_BY_HAND = 2  # known mistakes named for one answer by hand: of more that agree none explains it
MOST_PAGES = 3  # failed exercises that the terminal shows in full
SILENCE_SECONDS = 2.0  # between two lines that say how far a long run of a command is, of which the first come quickly

# --- Pages ---

LONGEST_TEXT = 100_000  # characters of one text on a page: more than any part of a report has
MOST_CHILDREN_DRAWN = 9  # children of a node that are drawn where a tree has more than MOST_NODES_DRAWN nodes
LONGEST_IN_LEAF = 9  # characters of a value or a name in a drawing
LONGEST_IN_TRIANGLE = 3  # characters of a name inside a triangle; a longer one stands beside it
LONGEST_STEP = 160  # characters of a step, which stands in a line under a drawing
LONGEST_LINE = 400  # characters of a line of a trace, or of a text in LaTeX
MOST_PLAYED = 12  # failed exercises of a report whose trees are drawn; of the others there are the words
SOURCE_LINES_AROUND = 6  # lines of the source that are shown before and after one that is marked
EXAMPLE_LINES_AROUND = 2  # the same in the page of a class
FEWEST_PRACTISED_LEAVES = 4  # leaves of a generated tree to practise on, as there is little to prune in a smaller one
MOST_PRACTISED_LEAVES = 40  # leaves of a tree that a person can work out by pressing them
MOST_PRINTED_LEAVES = 26  # leaves of a tree that fit across a sheet held upright
MOST_MADE = 3  # mistakes of each exercise on the page of a class: more make a line that nobody reads
MOST_SHOWN = 12  # mistakes with an explanation, and exercises, on the page of a class; others have their titles

# --- A class ---

POINT_UNITS = 10**6  # units in a point, as which points are compared: finer differences are those of binary fractions
MOST_CLASS_ENTRIES = 1_000_000  # files that an archive of a class lists: a thousand students with a thousand files each
LARGEST_CLASS = 4 * 2**30  # bytes that an archive of a class may unpack to, so that it cannot fill the disk
CLASS_READER_MEMORY = 2 * 2**30  # bytes of address space of the process that unpacks it: for a million names
CLASS_READER_CPU_SECONDS = 600  # processor time of that process: for LARGEST_CLASS on a slow machine
CLASS_READER_SECONDS = 1800.0  # how long it is waited for, on a slow disk
DEEPEST_CLASS_FOLDER = 40  # nesting of folders in an archive of a class: a submission's, and those of the platform
EARLIEST_YEAR = 1970  # in which something may have been due: no course is older, and of earlier years clocks differ
MOST_NAMES = 8  # first and last names of a student that are tried in another order: more than most people have
MOST_TITLE_LINES = 10  # lines before the headings of a roster: a title, a term and some blank lines
SLACK_SECONDS = 300.0  # for a submission's process beyond the run's limit, before it is killed, on a loaded machine
CLEANUP_SECONDS = 5.0  # for processes that are told to end, before they are killed
SCHEDULER_SECONDS = 5.0  # for the scheduler of a cluster to answer
WORKERS_SECONDS = 8.0  # for its workers to answer, after it
STOP_CHECK_SECONDS = 0.5  # between two looks whether a class is being stopped
NO_WORKER_SECONDS = 10.0  # without any worker of a cluster, one of which may be starting again, before the class ends
PARENT_CHECK_SECONDS = 1.0  # between two checks of a submission's process that the run which started it is still there

# --- Commands ---

MOST_PROOF_LEAVES = 20  # leaves of the trees of a proof: more make too many searches at any depth
MOST_PROOF_SEARCHES = 100_000_000  # searches of a proof: about two hours, at the speed of docs/performance.md
PROOF_DAYS = 7  # how long a proof may take: the run's limit while it lasts
INSTALL_SECONDS = 600  # for installing the packages that an assignment names: chosen to allow a slow network

/** What is said of cutoffs, by the situation: the table in autograder/tell/words.json. */
declare const CUTOFF_WORDS: Record<string, string>;

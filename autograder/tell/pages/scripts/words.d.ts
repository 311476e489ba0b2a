/** The language of the page (BCP 47). */
declare const LANGUAGE: string;
/** Its sentences by topic and name, as autograder/words has them: those of the topics for which its scripts ask. */
declare const SENTENCES: Record<string, Record<string, string | Record<string, string>>>;

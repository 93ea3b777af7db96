/** Sizes of the measured app's documents. */

/** The dimensions of the most common embeddings. */
export const DIMENSIONS = 1536;
/** Words per note. */
export const WORDS = 60;
/** Number of groups of documents, and of topics of notes and vectors. */
export const GROUPS = 40;
export const TOPICS = 10;
/** A document has about 400 bytes with its system fields. */
export const BODY = "b".repeat(280);
/** The group of documents inserted by a round, removed after it. */
export const NEW_GROUP = "new";

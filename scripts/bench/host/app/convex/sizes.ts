/** What the documents of the measured app are like. */

/** As wide as the embeddings that are in use most. */
export const DIMENSIONS = 1536;
/** Of one note. */
export const WORDS = 60;
/** Documents share a group, as notes and vectors share a topic: one in so many is in the same. */
export const GROUPS = 40;
export const TOPICS = 10;
/** A document has about 400 bytes with its system fields. */
export const BODY = "b".repeat(280);
/** Where a round's own documents go, to be removed after it. */
export const NEW_GROUP = "new";

/** Whether a text tells what somebody says: "Ruth says that it rains", "it rains, she said", "according to Ruth". */
import { pastFormsIn } from "./milestones";
import { senseOf } from "./senses";
import { isReporting } from "./synonyms";
import { isVerbForm } from "./verbs";

/** These are nouns as well: "the report is late", "my note", "the state of the roof". */
const NOUNS = /^(?:states?|reports?|notes?|mentions?|comments?|remarks?)$/;
/** After these stands a noun, or a word that tells more of one. */
const BEFORE_NOUN =
  /^(?:an?|the|my|our|your|his|her|its|their|this|that|these|those|every|each|no|any|some|of|in|on|at|for|from|with|about|by|.+'s)$/;
const SUBJECTS = /^(?:i|we|you|they|he|she|it|who|people|officials|witnesses|doctors|experts|police)$/;
/** Of a clause one word is finite. */
const FINITE =
  /^(?:is|are|am|was|were|has|have|had|do|does|did|will|would|shall|should|can|could|may|might|must|.+'(?:s|re|ve|ll|d)|.+n't)$/;

/** Who writes or adds a thing need not say it. */
const WORK = new Set(["write", "add"]);
/** So far after the verb a "that" begins what is said. */
const REACH = 6;

/** Whether one of `tokens` (lower-case words) is the verb of somebody who says something that follows it, or stood before it. */
export function reportsSpeech(tokens: readonly string[]): boolean {
  return tokens.some((token, i) => {
    if (token === "according") return tokens[i + 1] === "to";
    const stem = senseOf(token);
    if (!isReporting(stem) || WORK.has(stem)) return false;
    if (!token.endsWith("ing") && BEFORE_NOUN.test(tokens[i - 1] ?? "")) return false;
    if (tokens[i + 1] === "that") return true;
    if (NOUNS.test(token) && !SUBJECTS.test(tokens[i - 1] ?? "")) return false;
    if (tokens.slice(i + 1, i + REACH).includes("that")) return true;
    // "The lift is late, she said": at the end with who says it.
    if (i > 2 && i >= tokens.length - 3 && tokens.slice(0, i - 1).some((word) => isFiniteVerb(word)))
      return true;
    return tokens.slice(i + 1).some((word) => isFiniteVerb(word));
  });
}

function isFiniteVerb(word: string): boolean {
  return (
    FINITE.test(word) || pastFormsIn([word]) > 0 || (word.endsWith("s") && isVerbForm(word.slice(0, -1)))
  );
}

/** What a sentence asks for, told by how it begins, in English and German. Incomplete on purpose: in doubt it is a statement. */

/** An address such as "Anima,", "please", or "could you". */
const POLITELY = String.raw`^[^\p{L}\p{N}]*(?:\p{L}{1,40}[,:!] ){0,2}(?:(?:then|dann),? )?(?:(?:please|bitte),? )?(?:(?:can|could|will|would) you (?:please )?)?`;
/** "Kannst du … erinnern?": German may have the verb at the end. */
const GERMAN_QUESTION = "(?:kannst|könntest|würdest) du";
const begins = (words: string) => new RegExp(`${POLITELY}(?:${words})(?![\\p{L}\\p{N}-])[\\s,:]*`, "iu");

/** Greetings; and thanks and farewells, whose clause belongs to them. */
const COURTESY =
  /^[^\p{L}\p{N}]*(?:(?:hello|hi|hey|hallo|moin|good \p{L}+|guten? \p{L}+)(?![\p{L}\p{N}’'-])|(?:thanks|thank you|danke|vielen dank|bye|tschüss)(?![\p{L}\p{N}’'-])(?! to )[^,:;–—!.]*)[\s,:;–—!.]*/iu;

/** An order that says how something is holds a statement. */
const STATES = /(?<![\p{L}\p{N}])(?:is|are|was|were|has|ist|sind|war|hat|wird)(?![\p{L}\p{N}])/iu;

const BEGINNINGS = {
  forget: begins(
    String.raw`forget|(?:vergiss|${GERMAN_QUESTION}(?= .*\bvergessen\b))(?!(?:\s+\p{L}+){0,4}\s+nicht\b)`,
  ),
  remind: begins(
    String.raw`remind (?:me|us)|erinner(?:e|n(?: sie)?)? (?:mich|uns)(?: bitte)?|${GERMAN_QUESTION} (?:mich|uns)(?= .*\berinnern\b)`,
  ),
  // A dozen verbs in each language; some, which are nouns as well, only before an object.
  order: begins(
    "(?:tell|give|write|send|delete|buy|turn)|(?:show|find|open|call|play)(?= (?:me|us|the|an?|my|it|some) )|" +
      "sag|gib|zeige?|schreibe?|erzähle?|mach|öffne|hol|kauf(?! (?:der|des|von) )",
  ),
};

/** What a sentence wants beyond an answer, and the rest of its words. */
export interface Request {
  readonly kind: "forget" | "remind" | "order";
  readonly about: string;
  readonly language: "en" | "de";
}

/** `sentence` without a greeting or thanks at its beginning; empty if it is nothing else. */
export function withoutCourtesy(sentence: string): string {
  return sentence.replace(COURTESY, "");
}

/** The request that a sentence begins with; null for any other sentence. */
export function requestIn(sentence: string): Request | null {
  const text = withoutCourtesy(sentence);
  for (const kind of ["forget", "remind", "order"] as const) {
    const [begun] = BEGINNINGS[kind].exec(text) ?? [];
    if (begun === undefined || (kind === "order" && STATES.test(text))) continue;
    const about = text
      .slice(begun.length)
      .replace(/^(?:that|about|dass)\s+|\s(?:vergessen|erinnern)(?=\W*$)/giu, "");
    return { kind, about, language: /(?:vergiss|erinner|du )/iu.test(begun) ? "de" : "en" };
  }
  return null;
}

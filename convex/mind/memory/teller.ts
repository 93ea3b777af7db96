/** Who told a memory, where its metadata names somebody: two people may each live somewhere else. */

/** Under these keys callers say whose a memory is. */
const KEYS = ["user", "userId", "user_id", "speaker", "author"];
/** What makes a text its teller's own: "I live in Rome". What somebody else tells otherwise is no other word on the same. */
const OWN = /(?<![\p{L}\p{N}])(?:i|me|my|mine|myself|we|us|our|ours|ourselves)(?![\p{L}\p{N}])/iu;

/** A text and who told it. */
export interface Telling {
  readonly content: string;
  /** As `tellerOf` gives it. */
  readonly teller: string | null;
}

/** Whom `metadata` names as the one who tells: a text or a number; null where it names nobody. */
export function tellerOf(metadata: Readonly<Record<string, unknown>>): string | null {
  for (const key of KEYS) {
    const named = metadata[key];
    if (typeof named === "number") return String(named);
    if (typeof named === "string" && named.trim() !== "") return named.trim().toLowerCase();
  }
  return null;
}

/** Whether the two are of two people, each telling of himself. */
export function tellOfThemselves(a: Telling, b: Telling): boolean {
  if (a.teller === null || b.teller === null || a.teller === b.teller) return false;
  return OWN.test(a.content) && OWN.test(b.content);
}

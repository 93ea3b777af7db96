/** What a sentence states, apart from the clauses that give its reason, its occasion or its condition. */

/** What a subordinate clause is for. */
export type ClauseKind = "reason" | "occasion" | "condition" | "concession";

export interface Clause {
  readonly kind: ClauseKind;
  /** The words that lead it: "because of". */
  readonly marker: string;
  readonly text: string;
}

export interface Parted {
  /** The main statement. */
  readonly main: string;
  readonly clauses: readonly Clause[];
}

const MARKERS: readonly (readonly [ClauseKind, string])[] = [
  [
    "reason",
    "because of|because|due to|owing to|thanks to|as a result of|as a consequence of|caused by|triggered by|brought about by|given that|in view of|for fear of|the reason (?:is|was)(?: that)?",
  ],
  [
    "condition",
    "only if|even if|if|unless|whenever|in case(?: of)?|provided(?: that)?|as long as|assuming(?: that)?|whether",
  ],
  ["concession", "although|even though|though|despite|in spite of"],
  ["occasion", "after|before|during|while|as soon as|when|until|till|following"],
];
const MARKER = new RegExp(
  `(?<![\\p{L}\\p{N}'])(?:${MARKERS.map(([kind, words]) => `(?<${kind}>${words})`).join("|")})(?= )`,
  "u",
);
/** What makes a clause of the words after "since", which else are a time. */
const FINITE =
  /^(?:is|are|am|was|were|has|have|had|did|do|does|can|could|cannot|will|would|must|should|[a-z]+n't)$/u;
const PERFECT = /\b(?:has|have|had|been)\b|'ve\b|'s been\b/u;

/** The main statement of `sentence` (lower case, without its closing mark), and its clauses. Linear but for their number. */
export function clausesOf(sentence: string, isPast: (word: string) => boolean): Parted {
  const clauses: Clause[] = [];
  let main = sentence;
  for (let i = 0; i < MOST_CLAUSES; i++) {
    const found = nextMarker(main, isPast);
    if (found === null) break;
    const { kind, index, end } = found;
    const leads =
      /^\P{L}*$/u.test(main.slice(0, index)) || /^(?:and|but|so)$/u.test(main.slice(0, index).trim());
    const comma = main.indexOf(",", end);
    const close = comma < 0 ? main.length : comma;
    clauses.push({ kind, marker: main.slice(index, end).trim(), text: main.slice(end, close).trim() });
    const before = leads ? "" : main.slice(0, index);
    main = `${before} ${main.slice(comma < 0 ? close : close + 1)}`.replace(/\s+/gu, " ").trim();
  }
  return { main: main.replace(/[,\s]+$/u, "").trim(), clauses };
}

const MOST_CLAUSES = 4;

function nextMarker(
  text: string,
  isPast: (word: string) => boolean,
): { kind: ClauseKind; index: number; end: number } | null {
  const match = MARKER.exec(text);
  const since = reasonSince(text, isPast);
  if (since !== null && (match === null || since < match.index))
    return { kind: "reason", index: since, end: since + "since ".length };
  if (match === null) return null;
  const kind = MARKERS.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? "occasion";
  return { kind, index: match.index, end: match.index + match[0].length + 1 };
}

/** Where "since" gives a reason: before a clause, and not where the rest tells what has been so, for then it says how long. */
function reasonSince(text: string, isPast: (word: string) => boolean): number | null {
  const match = /(?<![\p{L}\p{N}'])since (?<clause>[^,]*)/u.exec(text);
  if (match === null) return null;
  const words = (match.groups?.clause ?? "").split(" ");
  const rest = text.slice(0, match.index) + text.slice(match.index + match[0].length);
  const isClause = words.slice(1).some((word) => FINITE.test(word) || isPast(word));
  return isClause && !PERFECT.test(rest) ? match.index : null;
}

/**
 * Set phrases that say that something works or came off, or that it doesn't: "timed out", "passed her exam", "rolled back",
 * "back to normal". Their words feel nothing by themselves, or something else. Common knowledge of English, chosen by hand; not
 * derived from rated data.
 */
import { isKind, type Kind } from "../language/workingThings";
import type { Reading } from "./absences";
import { EVERYDAY_SAYINGS } from "./everydaySayings";
import { LIFE_SAYINGS } from "./lifeSayings";
import { PLAIN_SAYINGS } from "./plainSayings";

/**
 * One a line: its reading, then its parts. Words are alternatives for one place; a kind (in capitals) is a noun of it, and `KIND <`
 * the subject of what follows (`ANY <`: whatever stands there); `BE` is a form of "be", `NOT` a negation before a verb; `*` up to three words
 * that belong to the noun after them; `~` the end of a phrase, `.` that of a clause, `STILL` what may follow a state. The first part is read so, or the one after `^`.
 */
const SAYINGS = `
bad timed|times|timing out
bad ran|runs|running out of
bad stopped|stops|stopping ^ working|responding|running|loading|charging|syncing|recording|accepting
bad THING|RIDE < NOT ^ start|work|works|working|run|running|respond|responding|load|loading|boot|connect|charge|charging|compile|sync|syncing
bad DELIVERY < NOT ^ arrive|arrived|come|came|delivered
bad THING < returns|returned|throws|threw|gives|gave|answers|answered * 500|501|502|503|504|500s|502s|503s|5xx
bad PAPER < expired|lapsed
bad RELEASE < rolled|reverted ~|back
bad rolled|rolling|rolls back * RELEASE|THING ~
bad BE ^ turned down ~
bad BE ^ voted down ~
bad burned|burnt down ~
bad fell|falls|fall|falling short of|~
bad in hospital|intensive ~|care
bad PEOPLE < quit|quits|resigned|resigns ~
bad CUSTOMER < pulled|backed|dropped ^ out ~
bad PLAN < slipped|slips|slipping ~
bad behind schedule
bad over budget ~
bad SOURCE < ran|runs|run|running ^ dry
bad lost|loses|lose * of|its|their|his|her|my|our * value|savings|worth
bad THING < BE|went|goes|going|gone ^ down|offline|dark STILL
bad SUPPLY < BE|went|goes|gone ^ out STILL
bad THING < BE ^ unreachable|inaccessible|unresponsive|overloaded|saturated|flaky|hanging|hung|frozen|corrupted|jammed|clogged|misconfigured
bad THING < BE ^ full STILL
bad THING < BE|went|goes ^ out of order|service|sync
bad CHECK < BE|went|goes|turned|stays|stayed ^ red STILL
good CHECK < BE|went|goes|turned|stays|stayed ^ green STILL
good CHECK < BE ^ passing STILL
good CHECK < passed|passes|pass ~
good THING < BE|came|comes ^ back STILL|up|online
good THING < BE ^ up again|and
good THING < BE ^ online|operational|reachable|responsive|repaired|fixed
good THING < BE ^ running|working fine|smoothly|normally|perfectly
good ANY < works|work|worked|runs ^ again .
good ANY < BE ^ working|running again .
good ANY < back to normal
good passed|passes|pass|passing * EXAM ~
good DEAL < went|goes|gone through ~
good GRANT < came|comes through ~
good without a|any ^ hitch|hiccup|glitch|snag
good got|gets|landed|secured * PRIZE ~
good hit|hits|met|meets|reached|reaches|exceeded|exceeds|beat|beats * TARGET ~
good closed|closes * deal|sale|round ~
good broke|breaks|broken|beat|beats|beaten|set|sets|smashed * record|records ~
good SPELL < broke|broken|breaks ~
good ahead of schedule|time|plan
good shipped|delivered|finished|completed|launched|released|arrived|landed * on|under time|budget
good shipped|delivered|finished|completed|launched|released|done|ready * early .
good DEBT < paid|pays off ~
good BE ^ paid off ~
good made|makes up after|again
good CUSTOMER < renewed|renews ~|their|his|her|its
good renewed|renews * contract|lease|subscription|partnership
good lost|missing|stolen * BE ^ found|returned|recovered .
good quit|quits|stopped ^ smoking|drinking|gambling
good finished|completed|submitted * WORK ~
good hit|reached|passed|crossed * million|thousand|billion|100,000|10,000|1,000 users|customers|subscribers|downloads|followers|members|readers|views
good REQUEST < BE ^ merged ~
good slept|sleeps|sleeping through the night
good finally ^ stopped|stops|ended|arrived|arrives|works|worked|finished|asleep|free|home|fixed|here|together|over|done|open
plain broke|breaks|breaking|broken even|ground
plain broke|breaks|breaking|broken the news|ice|silence
`;
/** What may follow a state that lasts: "down since noon", not "down the road". */
const STILL =
  ". again still now since for after at in on and but because due until so today tonight this all";

/** One place of a saying. */
export interface Part {
  readonly words: ReadonlySet<string>;
  readonly kinds: readonly Kind[];
  readonly be: boolean;
  readonly not: boolean;
  /** The end of a phrase or of a clause will do, too: then it takes no word. */
  readonly end: "phrase" | "clause" | null;
  /** Whether words may stand before it that belong to it. */
  readonly gap: boolean;
}

/** A set phrase, and how it is to be read. */
export interface Saying {
  readonly reading: Reading;
  readonly subject: readonly Kind[] | "any" | null;
  readonly parts: readonly [Part, ...Part[]];
  /** Which part is read so. */
  readonly read: number;
}

const linesOf = (table: string): string[] => table.trim().split("\n");

/** The sayings by the words that they may begin with; `BE` and `NOT` are words here, too. Parsed when they are first asked for. */
export function sayingsFrom(word: string): readonly Saying[] {
  const known = PARSED.get(word);
  if (known !== undefined) return known;
  const sayings = (LINES.get(word) ?? []).map(parsed);
  if (sayings.length > 0) PARSED.set(word, sayings);
  return sayings;
}

const PARSED = new Map<string, readonly Saying[]>();
const LINES = new Map<string, string[]>();
for (const line of [
  ...linesOf(SAYINGS),
  ...linesOf(LIFE_SAYINGS),
  ...linesOf(EVERYDAY_SAYINGS),
  ...linesOf(PLAIN_SAYINGS).map((each) => `plain ${each}`),
]) {
  for (const word of firstOf(line).split("|")) {
    const others = LINES.get(word);
    if (others === undefined) LINES.set(word, [line]);
    else others.push(line);
  }
}

/** The first part of a line: after its reading, its subject, and the mark of what is read. */
function firstOf(line: string): string {
  const tokens = line
    .slice(line.indexOf("<") + 1 || line.indexOf(" ") + 1)
    .trim()
    .split(" ");
  return tokens.find((token) => token !== "^" && token !== "*") ?? "";
}

function parsed(line: string): Saying {
  const [reading = "", ...rest] = line.split(" ");
  if (reading !== "good" && reading !== "bad" && reading !== "plain") throw new Error(`No reading: ${line}`);
  const subjectEnd = rest.indexOf("<");
  const subject = subjectEnd < 0 ? null : rest[0] === "ANY" ? "any" : kindsOf(rest[0] ?? "");
  const tokens = rest
    .slice(subjectEnd + 1)
    .join(" ")
    .replace("STILL", STILL.replaceAll(" ", "|"))
    .split(" ");
  const parts: Part[] = [];
  let read = 0;
  let gap = false;
  for (const token of tokens) {
    if (token === "^") read = parts.length;
    else if (token === "*") gap = true;
    else {
      parts.push(partOf(token, gap));
      gap = false;
    }
  }
  const [first, ...others] = parts;
  if (first === undefined) throw new Error(`No words: ${line}`);
  return { reading, subject, parts: [first, ...others], read };
}

function partOf(token: string, gap: boolean): Part {
  const options = token.split("|");
  return {
    words: new Set(options.filter((option) => /^[a-z0-9]/.test(option))),
    kinds: options.filter(isKind),
    be: options.includes("BE"),
    not: options.includes("NOT"),
    end: options.includes("~") ? "phrase" : options.includes(".") ? "clause" : null,
    gap,
  };
}

function kindsOf(token: string): Kind[] {
  return token.split("|").filter(isKind);
}

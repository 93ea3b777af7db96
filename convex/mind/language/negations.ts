/** What a text denies: its words of negation, and which words stand under them. */
import { isInOtherLanguage } from "./otherLanguages";
import { senseOf } from "./senses";
import { stemOf } from "../../../mind/text/stem";
import { isStopWord } from "../../../mind/text/stopWords";
import { plainText, tokensOf } from "./tokens";

/** Negations of a text; words are given by their stems. */
export interface Denials {
  /** How many words deny something. */
  readonly count: number;
  /** What is under a negation. */
  readonly denied: ReadonlySet<string>;
  /** What is in a clause that denies nothing. */
  readonly affirmed: ReadonlySet<string>;
  /** What no negation need be about: it stands before one, or in a clause without. */
  readonly spared: ReadonlySet<string>;
  /** What stands first under a negation, and is what it denies. */
  readonly heads: ReadonlySet<string>;
  /** Auxiliaries that are denied, "isn't", and those that are not, each as the verb it is of. */
  readonly verbs: { readonly denied: ReadonlySet<string>; readonly plain: ReadonlySet<string> };
}

/** Auxiliaries, each with the verb it is a form of. */
const AUXILIARIES = new Map(
  [
    "be am is are was were",
    "do does did",
    "have has had",
    "can could",
    "will would",
    "should",
    "must",
  ].flatMap((forms) => forms.split(" ").map((form, _, [verb = ""]) => [form, verb] as const)),
);

const NEGATION =
  /^(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|barely|scarcely|unable)$|n't$/;
/** The same in other languages, as far as English has no such words. */
const FOREIGN_NEGATION = new RegExp(
  `^(?:${[
    "nicht|kein(?:e[mnrs]?)?|nie|niemals|niemand|nichts|ohne|niet|geen|nooit|inte|aldrig|utan|ikke|ei|nem",
    "pas|jamais|rien|aucune?|nunca|jamás|nadie|ningun[oa]?|ningún|não|nenhum|senza|nessuno",
    "bez|není|не|нет|нету|никогда|никто|ничего|без|ні|немає|няма|δεν|δε|μην|χωρίς|değil|yok|hiç|asla",
    "לא|אין|בלי|אינו|אינה|لا|لم|لن|ليس|ليست|بدون|نه|نیست|नहीं|मत|बिना|không|chưa|chẳng|tidak|bukan|안|못",
  ].join("|")})$`,
  "u",
);
/** Denial inside of what is written without spaces, or as an ending. What is part of other words is in both texts alike. */
const NEGATION_WITHIN = /[不没沒未無无]|ない|なかった|なく|ません|ずに|ไม่|มิได้|않|없|아니|지 ?못/gu;
/** Italian and French; in English it belongs to a word, "non-binding". */
const NON = /(?<![\p{L}\p{N}-])non(?= \p{L})/gu;
/** "Don't" as it is written in haste. */
const HASTY_NEGATION = /^(?:do|does|did|is|are|was|were|ca|could|wo|would|should|has|have|had|must|need)nt$/i;
const NEGATIONS = [NEGATION, FOREIGN_NEGATION, HASTY_NEGATION];
/** These deny a clause wherever they stand in it: "nobody came", "he told nobody". */
const DENIES_ALL = /^(?:no|none|nobody|nothing|nowhere|neither|nor)$/;
/** Under these a negation may stand before or after: "I don't think he came", "I think he didn't come". */
const LOOSE = new Set(
  "think believe expect want seem suppose appear feel guess likely".split(" ").map(stemOf),
);
/** Function words that a negation turns into another claim: "not all", "not always". */
const TURNED = new Set("all every everyone everybody everything always both only enough".split(" "));

const ELLIPSIS = /…|\.(?:\s?\.)+/gu;
const CLAUSE_END = /[.;:!?…](?=\s|$)|—|\s[-–]\s|,\s(?=(?:i|you|he|she|it|we|they)\b)/gu;
const CLAUSE_WORDS = new Set(
  "but while whereas although though because since so yet however unless if when then".split(" "),
);
/** After "and" these begin a clause. */
const BEGINS_CLAUSE =
  /^(?:i|you|he|she|it|we|they|do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|must|not|never|cannot)(?:n't|'\p{L}+)?$/u;

/** The denials of `text`. Linear in its length. */
export function denialsOf(text: string): Denials {
  const [denied, affirmed, spared, heads] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  const verbs = { denied: new Set<string>(), plain: new Set<string>() };
  let count = text.match(NEGATION_WITHIN)?.length ?? 0;
  for (const clause of clausesOf(text)) {
    const denials = clause.filter(isNegation).length;
    const whole = clause.some((token) => DENIES_ALL.test(token));
    let [under, isNext] = [false, false];
    clause.forEach((token, i) => {
      const verb = AUXILIARIES.get(token.replace(/n't$/, ""));
      if (verb === undefined) return;
      const isDenied = token.endsWith("n't") || clause[i + 1] === "not";
      verbs[isDenied ? "denied" : "plain"].add(verb);
    });
    for (const token of clause) {
      if (isNegation(token)) {
        [under, isNext] = [true, true];
        continue;
      }
      if (isStopWord(token) && !TURNED.has(token)) continue;
      const word = senseOf(token);
      if (under) denied.add(word);
      else if (!whole) spared.add(word);
      if (denials === 0) affirmed.add(word);
      if (isNext && !whole && !LOOSE.has(word)) heads.add(word);
      isNext = false;
    }
    count += denials;
  }
  return { count, denied, affirmed, spared, heads, verbs };
}

/** Whether as many negations deny other things: something is denied in one text and said without denial in the other. Symmetric. */
export function denyOther(a: Denials, b: Denials): boolean {
  return a.count > 0 && a.count === b.count && (turns(a, b) || turns(b, a));
}

/** Whether one denies something that the other says, and does not say it elsewhere. Symmetric. */
export function deniesWhatIsSaid(a: Denials, b: Denials): boolean {
  const denies = (p: Denials, q: Denials) =>
    [...p.denied].some((word) => q.affirmed.has(word) && !p.affirmed.has(word));
  return denies(a, b) || denies(b, a);
}

function turns(a: Denials, b: Denials): boolean {
  return (
    [...a.denied].some((word) => !b.denied.has(word) && b.affirmed.has(word) && !a.affirmed.has(word)) ||
    // What stands before a negation in its clause may or may not be under it, but for what the other text denies first of all.
    [...a.heads].some((word) => !b.denied.has(word) && b.spared.has(word)) ||
    deniesOtherVerb(a, b)
  );
}

/** Whether `a` denies a verb that `b` leaves as it is: "it isn't who calls", "it is who doesn't call". */
function deniesOtherVerb(a: Denials, b: Denials): boolean {
  if (
    [a, b].some(({ denied, affirmed, spared }) =>
      [...LOOSE].some((word) => denied.has(word) || affirmed.has(word) || spared.has(word)),
    )
  )
    return false;
  return [...a.verbs.denied].some(
    (verb) =>
      b.verbs.denied.size > 0 &&
      !b.verbs.denied.has(verb) &&
      b.verbs.plain.has(verb) &&
      !a.verbs.plain.has(verb),
  );
}

/** Whether a token (lower case, apostrophes plain) denies: "not", "nobody", "isn't", "kein". */
export function isNegation(token: string): boolean {
  return NEGATIONS.some((pattern) => pattern.test(token));
}

/** A negation written in haste with its apostrophe, "couldn't" for "couldnt"; other words as they are. */
export function unhurried(word: string): string {
  const letters = /^\p{L}+/u.exec(word)?.[0] ?? "";
  return HASTY_NEGATION.test(letters)
    ? word.replace(/nt(?=\P{L}|$)/iu, (end) => `${end[0] ?? ""}'${end[1] ?? ""}`)
    : word;
}

/** Whether a word of `text` denies. */
export function denies(text: string): boolean {
  return tokensOf(text).some(isNegation);
}

/** The words of each clause, as far as punctuation and conjunctions tell clauses. */
function clausesOf(text: string): string[][] {
  const clauses: string[][] = [];
  const plain = isInOtherLanguage(text) ? plainText(text).replace(NON, "not") : plainText(text);
  for (const part of plain.replace(ELLIPSIS, " ").split(CLAUSE_END)) {
    const tokens = tokensOf(part);
    let clause: string[] = [];
    tokens.forEach((token, i) => {
      const joins = token === "and" || token === "or";
      if (CLAUSE_WORDS.has(token) || (joins && BEGINS_CLAUSE.test(tokens[i + 1] ?? ""))) {
        clauses.push(clause);
        clause = [];
      } else clause.push(token);
    });
    clauses.push(clause);
  }
  return clauses;
}

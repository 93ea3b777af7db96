/** A condition, and whether a text tells that it is met: "if the tide is out, we walk", "the tide is out". */
import { denies } from "../language/negations";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { termsOf, tokensOf } from "../language/tokens";
import { contentOf, statementsOf } from "../statements/statements";
import { opennessOf } from "./seedOpenness";

/** How a condition stands: `met` by a fact, or `foreseen`. */
export type Fulfilment = "met" | "foreseen";

/** What follows "if" up to where the clause ends; "even if" and "only if" are other conditions, and "as if" is none. */
const IF =
  /(?<!\b(?:even|only|as|what|not|but|ask|asks|asked|wonder|wonders|know|see) )\bif ([^,.!?;\n]{4,120})/iu;
/** With when and where; the clause ends there, though no comma may say so: "if it rains on Sunday the match is off". */
const WEATHER =
  /^it (?:rains|snows|hails|storms|freezes|thaws)\b(?: (?:again|hard|heavily|today|tonight|tomorrow|all day|(?:on|in|at|during|this|next) (?:the |that |this |my |our )?\p{L}+))*/iu;
const FORESEEN = /\b(?:forecasts?|predict\w*|expect\w*|will|likely|announced)\b/iu;
/** What was so at another time meets no condition of today's. */
const LONG_AGO = /\b(?:ago|once|used to|last (?:year|month|winter|summer|spring|autumn)|(?:19|20)\d\d)\b/iu;

/** How `text` stands to a condition that `rule` names; null where it is not surely met. */
export function fulfilmentOf(rule: string, text: string): Fulfilment | null {
  const condition = IF.exec(rule)?.[1];
  if (condition === undefined) return null;
  for (const sentence of text.split(SENTENCE_BREAK)) {
    if (IF.test(sentence) || LONG_AGO.test(sentence)) continue;
    const found = byWeather(condition, sentence) ?? byFact(condition, sentence, rule);
    if (found !== null) return found;
  }
  return null;
}

function byWeather(condition: string, sentence: string): Fulfilment | null {
  const weather = WEATHER.exec(condition)?.[0];
  if (weather === undefined) return null;
  // "If it rains on Sunday" asks for Sunday, too.
  const sought = termsOf(weather);
  if (!holdsAll(sentence, sought) || denies(sentence)) return null;
  if (FORESEEN.test(sentence)) return "foreseen";
  return statementsOf(sentence, new Set()).some(({ isPlain, tense }) => isPlain && tense === "present")
    ? "met"
    : null;
}

function byFact(condition: string, sentence: string, rule: string): Fulfilment | null {
  const [asked] = statementsOf(condition, new Set());
  if (asked === undefined || asked.subject.length === 0 || asked.predicate.length === 0) return null;
  if (!holdsAll(sentence, termsOf(condition)) || denies(condition) !== denies(sentence)) return null;
  const openness = opennessOf(sentence);
  if (openness !== "told" && openness !== "final" && !(openness === "denied" && denies(condition)))
    return null;
  // "If the test is positive, Paul stays" is of Paul's test.
  const said = new Set(contentOf(tokensOf(rule)).stems);
  const tells = statementsOf(sentence, new Set()).some(
    ({ isPlain, subject, predicate, tense }) =>
      isPlain &&
      tense !== "future" &&
      subject.every((stem) => asked.subject.includes(stem) || said.has(stem)) &&
      asked.subject.every((stem) => subject.includes(stem)) &&
      asked.predicate.every((stem) => predicate.includes(stem)),
  );
  return tells ? "met" : null;
}

function holdsAll(sentence: string, terms: readonly string[]): boolean {
  const held = new Set(termsOf(sentence));
  return terms.every((term) => held.has(term));
}

/** Words that alone make less of what they stand by: a former mayor is none, and who can't swim well can swim. Of short texts. */
import { isNegation } from "../language/negations";
import { areShort } from "./shortTexts";

/** What is so named is it no more, not yet, not quite, or not at all. */
const PRIVATIVES =
  /^(?:former|ex|vice|deputy|acting|interim|assistant|honorary|fake|alleged|suspected|aspiring|counterfeit|mock|imitation|replica|toy|pseudo|supposed|self-styled|retired)$/;
/** How well, how long or how far: of what is denied with one of them, the rest may be so. */
const MEASURES =
  /^(?:well|much|often|always|anymore|alone|fully|completely|entirely|enough|properly|far|fast|long|everywhere|everyday|regularly|exactly)$/;

/** Whether one of two short texts (lower-case words) tells of a thing where the other tells of what only was one, or seems one. Symmetric. */
export function deprivesOther(a: readonly string[], b: readonly string[]): boolean {
  if (!areShort(a, b)) return false;
  const [inA, inB] = [privationsIn(a), privationsIn(b)];
  const differ = (p: Privations, q: Privations) =>
    [...p.deprived].some((thing) => !p.plain.has(thing) && q.plain.has(thing) && !q.deprived.has(thing));
  return differ(inA, inB) || differ(inB, inA);
}

interface Privations {
  readonly deprived: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
}

function privationsIn(tokens: readonly string[]): Privations {
  const [deprived, plain] = [new Set<string>(), new Set<string>()];
  tokens.forEach((token, i) => {
    if (!isPrivative(tokens, i)) (isPrivative(tokens, i - 1) ? deprived : plain).add(token);
  });
  return { deprived, plain };
}

/** "Would-be" and "so-called" are two words here; without an article before them they are verbs. */
function isPrivative(tokens: readonly string[], at: number): boolean {
  const [article = "", first = "", word = ""] = [tokens[at - 2], tokens[at - 1], tokens[at]];
  return (
    PRIVATIVES.test(word) ||
    (/^(?:the|an?)$/.test(article) && /^(?:would be|so called)$/.test(`${first} ${word}`))
  );
}

/** Whether of two short texts that deny the same, one ends with how much of it is denied: "can't swim", "can't swim well". Symmetric. */
export function deniesMeasure(a: readonly string[], b: readonly string[]): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return (
    areShort(long) &&
    long.length === short.length + 1 &&
    MEASURES.test(long.at(-1) ?? "") &&
    short.every((word, i) => word === long[i]) &&
    short.some(isNegation)
  );
}

/** What a question asks after as done, where a text tells of the opposite: "switches off" of what switches on, "opens" of what closes. */
import { UNIT_STEMS } from "../language/statementWords";
import { isVerbForm } from "../language/verbs";
import type { PhraseWord } from "../language/phraseWords";
import { areOpposite } from "../statements/opposites";
import { isModifier, stemOf, type ComparedText, type Words } from "./comparedText";

const PARTICLES = new Map([
  ["on", "off"],
  ["off", "on"],
  ["in", "out"],
  ["out", "in"],
  ["up", "down"],
  ["down", "up"],
]);
/** Between a verb and its particle there is room for a thing: "switch the hall lights off". */
const PARTICLE_WITHIN = 4;
/** Each is the other when it is told on another day. */
const TURNING = new Set(["yesterday", "today", "tomorrow", "tonight"]);

/** "Switches off" beside "switch on". */
export function otherParticle({ words }: ComparedText, said: ComparedText): string | null {
  for (const [verb, particle] of particlesIn(words)) {
    const other = PARTICLES.get(particle.plain);
    const its = particlesIn(said.words).filter(([one]) => stemOf(one.plain) === stemOf(verb.plain));
    const taken = its.map(([, one]) => one.plain);
    if (other !== undefined && taken.includes(other) && !taken.includes(particle.plain))
      return `${verb.written} ${particle.written}`;
  }
  return null;
}

/** Verbs with the first particle behind them. */
function particlesIn(words: Words): [PhraseWord, PhraseWord][] {
  return words.flatMap((word, i): [PhraseWord, PhraseWord][] => {
    if (word.terms.length === 0 || !isVerbForm(word.plain.replace(/(?<=ch|sh|x|ss)es$|(?<!s)s$/u, "")))
      return [];
    const behind = words.slice(i + 1, i + 1 + PARTICLE_WITHIN);
    const particle = behind.find(({ plain, clause }) => clause === word.clause && PARTICLES.has(plain));
    return particle === undefined ? [] : [[word, particle]];
  });
}

/** Who says how long something lasts says when it begins and when it ends. */
const LASTING = new Set(["from", "until", "till"]);

/** "When does the hall open?" beside "The hall closes at six". How old something is, is no age of another; "the new one" is a modifier. */
export function oppositeDeed({ words, stems }: ComparedText, said: ComparedText): string | null {
  if (said.words.some(({ plain }) => LASTING.has(plain))) return null;
  const content = ({ words: all }: Pick<ComparedText, "words">) =>
    all.filter(
      ({ terms, plain, isNumber }, i) =>
        terms.length > 0 &&
        !isNumber &&
        !isModifier(all, i) &&
        all[i - 1]?.plain !== "how" &&
        !UNIT_STEMS.has(stemOf(plain)) &&
        !TURNING.has(plain),
    );
  const others = content(said)
    .map(({ plain }) => stemOf(plain))
    .filter((stem) => !stems.has(stem));
  const found = content({ words }).find(({ plain }) => {
    const own = stemOf(plain);
    return !said.stems.has(own) && others.some((other) => areOpposite(own, other));
  });
  return found?.written.replace(/\P{L}+$/u, "") ?? null;
}

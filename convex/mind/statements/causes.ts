/** Causes and effects that a sentence names, "late because of the storm", and whether another text tells of them. */
import { isStopWord } from "../../../mind/text/stopWords";
import { tokensOf } from "../language/tokens";
import { profileOf, type Profile } from "../../../mind/ranking/lexical";
import { claimsOf } from "./claims";
import { contentOf, statementOf, statementsOf, type Statement } from "./statements";

/** What a text names as a cause or an effect. */
export interface NamedEvent extends Profile {
  /** Stems of its subject, a pronoun resolved; null where it is named by a noun alone: "the storm in the bay". */
  readonly subject: readonly string[] | null;
  /** Stems and numbers of what it says. */
  readonly said: readonly string[];
  readonly pronoun: string | null;
  readonly denied: boolean;
  /** All stems of the sentence that names it: somebody else's matter is another. */
  readonly around: ReadonlySet<string>;
}

/** What a text names as causes, and as effects. */
export interface Named {
  readonly causes: NamedEvent[];
  readonly effects: NamedEvent[];
}

/** After these an effect is named by a noun, and after these by a clause. */
const EFFECT_FOLLOWS =
  /(?<!\bnot |\bnever |n't |\bnothing )\b(?:led to|leads to|leading to|resulted in|results in|resulting in|caused|causes|causing|triggered|triggers)\s+(?!by\b)([^.!?;,\n]{3,200})/giu;
const EFFECT_CLAUSE =
  /(?:\bwhich is why|\bthat's why|\bthat is why|\btherefore|, so)\s+(?!that\b)([^.!?;,\n]{3,200})/giu;
/** Without one of these a text names neither, and need not be read. */
const MARKED =
  /because|since|due to|owing to|thanks to|as a (?:result|consequence) of|(?:caused|triggered|brought about) by|reason|given that|in view of|for fear of|led to|lead(?:s|ing) to|result|caus|trigger|which is why|that'?s why|that is why|therefore|, so /iu;
/** What was "not caused by" a thing has another cause; what did "not start because of" one has this. */
const PASSIVE = /^(?:caused|triggered|brought about) by$/u;
/** These lead a noun. */
const BEFORE_NOUN = /(?:\bof|\bto|\bby|\bin view of)$/u;
/** A text is read this far, and as many sentences. */
const READ_LENGTH = 1000;
const MOST_SENTENCES = 24;
/** Somebody else, who was named in the main statement. */
const ANAPHOR = /^(?:he|she|it|they|this|that)$/;

/** What `text` names as causes and effects; `namesIn` tells the words in it that name something, where that is asked. */
export function namedIn(
  text: string,
  namesIn: () => ReadonlySet<string> = () => claimsOf(text).names,
): Named {
  const read = text.slice(0, READ_LENGTH).replace(/[’‘]/g, "'");
  if (!MARKED.test(read)) return { causes: [], effects: [] };
  const names = namesIn();
  const statements = statementsOf(read, names, MOST_SENTENCES);
  const causes = statements
    // What is asked, or would be, has come about by nothing.
    .filter(({ isPlain }) => isPlain)
    .flatMap((main) =>
      main.clauses
        .filter(({ kind, marker }) => kind === "reason" && !(main.negations > 0 && PASSIVE.test(marker)))
        .map((clause) => eventOf(clause.text, names, BEFORE_NOUN.test(clause.marker), main)),
    );
  const effects = (
    [
      [EFFECT_FOLLOWS, true],
      [EFFECT_CLAUSE, false],
    ] as const
  ).flatMap(([pattern, isNoun]) =>
    [...read.matchAll(pattern)].map(([, clause = ""]) => eventOf(clause, names, isNoun, statements[0])),
  );
  const tellsSomething = ({ length }: Profile) => length > 0;
  return { causes: causes.filter(tellsSomething), effects: effects.filter(tellsSomething) };
}

function eventOf(
  clause: string,
  names: ReadonlySet<string>,
  isNoun: boolean,
  main: Statement | undefined,
): NamedEvent {
  const profile = profileOf(clause);
  const around = new Set([
    ...(main?.subject ?? []),
    ...(main?.predicate ?? []),
    ...contentOf(tokensOf(clause)).stems,
  ]);
  if (isNoun) {
    const { stems, numbers } = contentOf(tokensOf(clause));
    return { ...profile, subject: null, said: [...stems, ...numbers], pronoun: null, denied: false, around };
  }
  const { subject, predicate, numbers, pronoun, negations } = statementOf(clause, names);
  const resolved = ANAPHOR.test(pronoun ?? "") ? main : undefined;
  const speaker = pronoun === "i" ? (main?.spokenBy ?? []) : [];
  return {
    ...profile,
    subject: resolved?.subject ?? [...speaker, ...subject],
    said: [...predicate, ...numbers],
    pronoun: resolved === undefined ? pronoun : resolved.pronoun,
    denied: negations % 2 === 1,
    around,
  };
}

/** Of what is said of a cause's subject, the share that a memory of it must say as well; of a mere noun more. */
const MOST_SAID = 0.6;
const MOST_NAMED = 0.75;

/** Whether one of `statements` tells of `event`: of the same subject most of what is said, as a fact, in its main clause. */
export function tellsOf(statements: readonly Statement[], event: NamedEvent): boolean {
  return statements.some((statement) => {
    const { isPlain, negations, subject, predicate, numbers, tense, named } = statement;
    if (!isPlain || tense === "future" || (negations % 2 === 1) !== event.denied) return false;
    if (subject.some((stem) => named.has(stem) && !event.around.has(stem))) return false;
    const told = new Set([...subject, ...predicate, ...numbers]);
    // "Broke down" says no more than "broke"; "was off" says nothing else.
    const words = event.said.filter((stem) => !isStopWord(stem));
    const said = [...new Set(words.length > 0 ? words : event.said)];
    const share = said.filter((stem) => told.has(stem)).length / Math.max(1, said.length);
    if (event.subject === null)
      return (
        said.length > 1 &&
        share >= MOST_NAMED &&
        (subject.length === 0 || said.some((stem) => subject.includes(stem)))
      );
    return said.length > 0 && share >= MOST_SAID && sameSubject(statement, event.subject, event.pronoun);
  });
}

/** A note without a subject is of whoever writes, as "I" is. */
function sameSubject({ subject, pronoun }: Statement, named: readonly string[], by: string | null): boolean {
  if (named.length === 0) return who(by) !== null && who(by) === who(pronoun) && subject.length === 0;
  const shared = named.filter((stem) => subject.includes(stem)).length;
  return shared * 2 >= named.length && subject.includes(named.at(-1) ?? "");
}

function who(pronoun: string | null): string | null {
  return pronoun === "" ? "i" : pronoun;
}

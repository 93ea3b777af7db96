/** What a reflection says of its focus: how much mentions it, what answers it, and which themes have to do with it. */
import { questionIn } from "../events/eventWords";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { tokensOf } from "../language/tokens";
import { listed, numberWord, quoted } from "../../../mind/text/phrasing";
import { partsOf, type Mentions } from "../memory/mentions";
import { BEARS } from "./focusEvidence";
import type { Evidence, ReflectionMatter } from "./reflectionMatter";
import { QUOTE_LENGTH, hardTensions, quote, type Finding, type Scene } from "./reflectionScene";

/** A memory is read this far. */
const READ_LENGTH = 2000;
const FOCUS_LENGTH = 120;
const LABEL_LENGTH = 80;
/** What one asks of oneself is answered by what one said of oneself, rather than by what bears a little more. */
const OF_SPEAKER = 0.1;
/** Words after "I" among which its verb is. */
const VERB_REACH = 3;
/** What search ranks so little behind the first is told of as well, if it came later. */
const AS_NEAR = 0.15;

/** How much was looked at for the focus, and how much of it names it; the rest only bears on it. */
export function lookedAt(focus: string, evidence: readonly Evidence[], mentions: Mentions): string {
  const count = evidence.length;
  const head = `On ${quoted(focus, FOCUS_LENGTH)} I looked at ${count === 1 ? "one memory" : `${numberWord(count)} memories`}`;
  if (questionIn(focus) !== null) return head;
  const parts = partsOf(focus);
  const named = evidence.map(({ content }) => parts.filter((part) => mentions.has(part, content)));
  return `${head}, ${parts.length === 1 ? shareNaming(named) : sharesNaming(parts, named)}`;
}

/** For each memory, which parts of the focus it mentions. */
type Named = readonly (readonly string[])[];

function shareNaming(named: Named): string {
  const count = named.length;
  const naming = named.filter((parts) => parts.length > 0).length;
  if (count === 1) return `which ${naming === 1 ? "mentions it" : "doesn't name it"}`;
  const share =
    naming === count ? (count === 2 ? "both" : "all") : naming === 0 ? "none" : numberWord(naming);
  return `${share} of which ${naming === 1 ? "mentions" : "mention"} it`;
}

/** A focus of several things is named by who names one of them, and that is said: "three of which mention “tea” alone". */
function sharesNaming(parts: readonly string[], named: Named): string {
  const whole = named.filter((own) => own.length === parts.length).length;
  const both = parts.length === 2 ? "both" : `all ${numberWord(parts.length)}`;
  const alone = parts.map((part) => ({
    part,
    count: named.filter((own) => own.length === 1 && own[0] === part).length,
  }));
  const some = named.filter((own) => own.length > 1 && own.length < parts.length).length;
  const counts = [
    { count: whole, what: both },
    { count: some, what: "some of them" },
    ...alone.map(({ part, count }) => ({ count, what: `${quoted(part, LABEL_LENGTH)} alone` })),
  ].filter(({ count }) => count > 0);
  const [first, ...others] = counts;
  if (first === undefined)
    return named.length === 1 ? "which names none of it" : "none of which mention any of it";
  if (named.length === 1) return `which mentions ${first.what}`;
  const isEach = first.count === named.length && named.length === 2;
  const verb = first.count === 1 || isEach ? "mentions" : "mention";
  const head = isEach
    ? "each of which"
    : `${first.count === named.length ? "all" : numberWord(first.count)} of which`;
  return listed([
    `${head} ${verb} ${first.what}`,
    ...others.map(({ count, what }) => `${numberWord(count)} ${what}`),
  ]);
}

/**
 * What is asked is answered, if at all, by what search ranks first for it, in the sentence that has most of the
 * question's words; of equals the latest. Where that was taken back, or takes back what was said before, both are told.
 */
export function answerTo(focus: string, scene: Scene, mentions: Mentions): Finding[] {
  if (questionIn(focus) === null) return [];
  const answers = answersTo(focus, scene, mentions);
  const [best] = answers;
  if (best === undefined) return [];
  const { index, rank, share } = best;
  const said = `Nearest to an answer comes ${quoted(best.sentence, QUOTE_LENGTH)}`;
  const taken = hardTensions(scene).find(({ a, b }) => a === index || b === index);
  if (taken !== undefined) {
    const { a, b } = taken;
    const later = scene.day(a) === scene.day(b) ? "later that day" : `on ${scene.day(b)}`;
    const [when, other] = index === a ? [later, b] : ["before that", a];
    return [
      {
        said: `${said}, of ${scene.day(index)}; ${when} I was told otherwise: ${quote(scene, other)}`,
        uses: [a, b],
      },
    ];
  }
  // What says as much of it later may have taken its place, in words that show no more than that.
  const since = answers
    .filter((one) => one.index > index && one.share >= share && share > 0 && one.rank >= rank - AS_NEAR)
    .reduce<Answer | null>((last, one) => (last === null || one.index > last.index ? one : last), null);
  return since === null
    ? [{ said, uses: [index] }]
    : [
        {
          said: `${said}, of ${scene.day(index)}; ${sinceThen(scene, index, since.index)} came ${quoted(since.sentence, QUOTE_LENGTH)}`,
          uses: [index, since.index],
        },
      ];
}

function sinceThen(scene: Scene, index: number, later: number): string {
  return scene.day(index) === scene.day(later) ? "later that day" : `later, on ${scene.day(later)},`;
}

interface Answer {
  readonly index: number;
  readonly sentence: string;
  /** Of the question's words. */
  readonly share: number;
  readonly rank: number;
}

/** What may answer a question, the likeliest first. */
function answersTo(question: string, scene: Scene, mentions: Mentions): Answer[] {
  const speaker =
    tokensOf(question)
      .map(speakerIn)
      .find((found) => found !== null) ?? null;
  return scene.evidence
    .flatMap(({ content, bearing }, index) => {
      const told = nearestSentence(question, content, mentions);
      if (told === null || (told.share === 0 && (bearing ?? 0) < BEARS)) return [];
      const own = isOfSpeaker(speaker, question, told.sentence, mentions) ? OF_SPEAKER : 0;
      return [{ ...told, rank: (bearing ?? 0) + own, index }];
    })
    .sort((a, b) => b.rank - a.rank || b.share - a.share || b.index - a.index);
}

/** Whether "I" or "we", of whom is asked, is who the sentence tells of in the question's words: "I live", not "I know who lives". */
function isOfSpeaker(
  speaker: string | null,
  question: string,
  sentence: string,
  mentions: Mentions,
): boolean {
  if (speaker === null) return false;
  const tokens = tokensOf(sentence);
  return tokens.some(
    (token, i) =>
      speakerIn(token) === speaker &&
      mentions.share(question, tokens.slice(i + 1, i + 1 + VERB_REACH).join(" ")) > 0,
  );
}

function speakerIn(token: string): string | null {
  return /^(i|we)(?:'|$)/u.exec(token)?.[1] ?? null;
}

/** The sentence of a memory that has most of the question's words and asks nothing; of equals the first. */
function nearestSentence(
  question: string,
  content: string,
  mentions: Mentions,
): { sentence: string; share: number } | null {
  const [best] = content
    .slice(0, READ_LENGTH)
    .split(SENTENCE_BREAK)
    .filter((sentence) => sentence.trim() !== "" && questionIn(sentence) === null)
    .map((sentence) => ({ sentence, share: mentions.share(question, sentence) }))
    .sort((a, b) => b.share - a.share);
  return best ?? null;
}

/**
 * The themes that a deep reflection stands in: those whose label names the focus. A summary quotes whatever its members
 * say, so that a mention there says only that the label is not alone.
 */
export function themesOn(focus: string, themes: ReflectionMatter["themes"], mentions: Mentions): Finding[] {
  const parts = partsOf(focus);
  const bears = (text: string) => parts.some((part) => mentions.share(part, text) > 0.5);
  const labelled = themes.filter(({ theme }) => bears(theme));
  const names = labelled.map(({ theme }) => quoted(theme, LABEL_LENGTH));
  const isAlone = themes.every((known) => labelled.includes(known) || !bears(known.summary));
  if (names.length === 0) return [];
  const bearing =
    names.length > 1
      ? `${listed(names)} have to do with it`
      : isAlone
        ? `${listed(names)} is the one that has to do with it`
        : `${listed(names)} has most to do with it`;
  return [{ said: `Of the themes that I keep, ${bearing}`, uses: [] }];
}

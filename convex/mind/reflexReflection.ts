/** A reflection without a model: what the evidence itself shows, counted, compared and quoted. The same evidence gives the same words. */
import { behavioralFindings } from "./behavioralFindings";
import { emotionalFindings } from "./emotionalFindings";
import { withoutFrame } from "./frames";
import { growthFindings } from "./growthFindings";
import { knowledgeFindings } from "./knowledgeFindings";
import { questionIn } from "./eventWords";
import {
  borneConfidence,
  type Evidence,
  type MadeReflection,
  type ReflectionMatter,
} from "./reflectionMatter";
import { QUOTE_LENGTH, sceneOf, type Finding, type Scene } from "./reflectionScene";
import { SENTENCE_BREAK } from "./sentenceEnds";
import { termsOf } from "./tokens";
import { clipped, fullStop, numberWord, quoted } from "./wording";
import type { ReflectionType } from "./words";

const LENGTH = 1200;
/** What is quoted is sure; what it adds up to is counted, not understood. */
const CONFIDENCE = 0.75;
/** A memory is read this far. */
const READ_LENGTH = 2000;

const FINDINGS: { readonly [type in ReflectionType]: (scene: Scene) => Finding[] } = {
  knowledge: knowledgeFindings,
  emotional: emotionalFindings,
  behavioral: behavioralFindings,
  growth: growthFindings,
};

/** The reflection on `matter`, which has evidence. */
export function reflexReflection(matter: ReflectionMatter): MadeReflection {
  const { type, focus, timeZone } = matter;
  const evidence = matter.evidence.map((memory) => ({ ...memory, content: withoutFrame(memory.content) }));
  const answers = focus === null ? [] : answer(focus, evidence);
  // Where one memory is all there is, it is quoted once.
  const rest =
    answers.length > 0 && evidence.length === 1 ? [] : FINDINGS[type](sceneOf(evidence, focus, timeZone));
  const findings = [...answers, ...rest, ...(focus === null ? [] : theme(focus, matter))];
  const opening = focus === null ? [] : [`${looked(focus, evidence)}.`];
  const words = [...opening, ...findings.map(({ said }) => fullStop(said))].join(" ");
  const cites = [...new Set(findings.flatMap(({ uses }) => uses))].sort((a, b) => a - b);
  const cited = cites.flatMap((index) => evidence[index] ?? []);
  return {
    content: clipped(words, LENGTH),
    confidence: borneConfidence(CONFIDENCE, cited),
    cites: cites.map((index) => index + 1),
  };
}

/** How much was looked at for the focus, and how much of it has the focus' own words; the rest only bears on it. */
function looked(focus: string, evidence: readonly Evidence[]): string {
  const count = evidence.length;
  const head = `On ${quoted(focus, 120)} I looked at ${count === 1 ? "one memory" : `${numberWord(count)} memories`}`;
  if (questionIn(focus) !== null) return head;
  const naming = evidence.filter(({ content }) => shareOf(focus, content) === 1).length;
  if (count === 1) return `${head}, which ${naming === 1 ? "mentions it" : "doesn't name it"}`;
  const share =
    naming === count ? (count === 2 ? "both" : "all") : naming === 0 ? "none" : numberWord(naming);
  return `${head}, ${share} of which ${naming === 1 ? "mentions" : "mention"} it`;
}

/** What is asked is answered, if at all, by the sentence that has most of the question's words; of equals the latest. */
function answer(focus: string, evidence: readonly Evidence[]): Finding[] {
  if (questionIn(focus) === null) return [];
  let best = { sentence: "", share: 0, index: -1 };
  evidence.forEach(({ content }, index) => {
    for (const sentence of content.slice(0, READ_LENGTH).split(SENTENCE_BREAK)) {
      const share = questionIn(sentence) === null ? shareOf(focus, sentence) : 0;
      if (share > 0 && share >= best.share) best = { sentence, share, index };
    }
  });
  return best.index < 0
    ? []
    : [{ said: `Nearest to an answer comes ${quoted(best.sentence, QUOTE_LENGTH)}`, uses: [best.index] }];
}

/** The theme that a deep reflection stands in, if it has the focus' own words. */
function theme(focus: string, { themes }: ReflectionMatter): Finding[] {
  const bearing = themes.find((known) => shareOf(focus, `${known.theme} ${known.summary}`) > 0.5);
  return bearing === undefined
    ? []
    : [
        {
          said: `Of the themes that I keep, ${quoted(bearing.theme, 80)} is the one that has to do with it`,
          uses: [],
        },
      ];
}

/** Share of the terms of `focus` that `text` holds, 0 to 1. */
function shareOf(focus: string, text: string): number {
  const [sought, held] = [new Set(termsOf(focus)), new Set(termsOf(text))];
  return sought.size === 0 ? 0 : [...sought].filter((term) => held.has(term)).length / sought.size;
}

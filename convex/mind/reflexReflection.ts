/** A reflection without a model: what the evidence itself shows, counted, compared and quoted. The same evidence gives the same words. */
import { behavioralFindings } from "./behavioralFindings";
import { emotionalFindings } from "./emotionalFindings";
import { growthFindings } from "./growthFindings";
import { knowledgeFindings } from "./knowledgeFindings";
import { borneConfidence, type MadeReflection, type ReflectionMatter } from "./reflectionMatter";
import { sceneOf, type Finding, type Scene } from "./reflectionScene";
import { clipped, fullStop, numberWord, quoted } from "./wording";
import type { ReflectionType } from "./words";

const LENGTH = 1200;
/** What is quoted is sure; what it adds up to is counted, not understood. */
const CONFIDENCE = 0.75;

const FINDINGS: { readonly [type in ReflectionType]: (scene: Scene) => Finding[] } = {
  knowledge: knowledgeFindings,
  emotional: emotionalFindings,
  behavioral: behavioralFindings,
  growth: growthFindings,
};

/** The reflection on `matter`, which has evidence. */
export function reflexReflection(matter: ReflectionMatter): MadeReflection {
  const { evidence, type, focus, timeZone } = matter;
  const findings = [...FINDINGS[type](sceneOf(evidence, focus, timeZone)), ...theme(matter)];
  const opening = focus === null ? [] : [`On ${quoted(focus, 120)}, of which ${held(evidence.length)}:`];
  const words = [...opening, ...findings.map(({ said }) => fullStop(said))].join(" ");
  const cites = [...new Set(findings.flatMap(({ uses }) => uses))].sort((a, b) => a - b);
  const cited = cites.flatMap((index) => evidence[index] ?? []);
  return {
    content: clipped(words, LENGTH),
    confidence: borneConfidence(CONFIDENCE, cited),
    cites: cites.map((index) => index + 1),
  };
}

function held(count: number): string {
  return count === 1 ? "I hold one memory" : `I hold ${numberWord(count)} memories`;
}

/** The theme that a deep reflection stands in. */
function theme({ themes: [nearest] }: ReflectionMatter): Finding[] {
  return nearest === undefined
    ? []
    : [{ said: `Of the themes that I keep, ${quoted(nearest.theme, 80)} is the nearest to it`, uses: [] }];
}

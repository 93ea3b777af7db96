/** A reflection without a model: what the evidence itself shows, counted, compared and quoted. The same evidence gives the same words. */
import { behavioralFindings } from "./behavioralFindings";
import { emotionalFindings } from "./emotionalFindings";
import { withoutFrame } from "./frames";
import { growthFindings } from "./growthFindings";
import { knowledgeFindings } from "./knowledgeFindings";
import { answerTo, lookedAt, themesOn } from "./focusFindings";
import { Mentions } from "./mentions";
import { borneConfidence, type MadeReflection, type ReflectionMatter } from "./reflectionMatter";
import { hardTensions, quote, sceneOf, type Finding, type Scene } from "./reflectionScene";
import type { Tension } from "./seedRelations";
import { clipped, fullStop } from "./wording";
import type { ReflectionType } from "./words";

const LENGTH = 1200;
/** What is quoted is sure; what it adds up to is counted, not understood. */
const CONFIDENCE = 0.75;
/** More that was said otherwise would crowd out what was found. */
const MOST_AMENDED = 2;

const FINDINGS: { readonly [type in ReflectionType]: (scene: Scene) => Finding[] } = {
  knowledge: knowledgeFindings,
  emotional: emotionalFindings,
  behavioral: behavioralFindings,
  growth: growthFindings,
};

/** The reflection on `matter`, which has evidence. */
export function reflexReflection(matter: ReflectionMatter): MadeReflection {
  const { type, focus } = matter;
  const evidence = matter.evidence.map((memory) => ({ ...memory, content: withoutFrame(memory.content) }));
  const mentions = new Mentions(evidence);
  const scene = sceneOf({ ...matter, evidence }, mentions);
  const answers = focus === null ? [] : answerTo(focus, scene, mentions);
  // Where one memory is all there is, it is quoted once; so is what the answer has told of already.
  const rest = answers.length > 0 && evidence.length === 1 ? [] : FINDINGS[type](without(scene, answers));
  const told = [...answers, ...rest];
  const findings = [
    ...told,
    ...amended(scene, told),
    ...(focus === null ? [] : themesOn(focus, matter.themes, mentions)),
  ];
  const opening = focus === null ? [] : [`${lookedAt(focus, evidence, mentions)}.`];
  const words = [...opening, ...findings.map(({ said }) => fullStop(said))].join(" ");
  const cites = [...new Set(findings.flatMap(({ uses }) => uses))].sort((a, b) => a - b);
  const cited = cites.flatMap((index) => evidence[index] ?? []);
  return {
    content: clipped(words, LENGTH),
    confidence: borneConfidence(CONFIDENCE, cited),
    cites: cites.map((index) => index + 1),
    isThin: told.every((finding) => finding.isThin === true),
  };
}

/** The scene as it is left by an answer, without the disagreements that it has told of. */
function without(scene: Scene, told: readonly Finding[]): Scene {
  const { relations } = scene;
  const isTold = ({ a, b }: Tension) => told.some(({ uses }) => uses.includes(a) && uses.includes(b));
  const tensions = relations.tensions.filter((tension) => !isTold(tension));
  return { ...scene, relations: { ...relations, tensions }, answered: told.flatMap(({ uses }) => uses) };
}

/** Nothing is quoted without what was said otherwise since: whoever reads it would take it for true today. */
function amended(scene: Scene, findings: readonly Finding[]): Finding[] {
  const words = findings.map(({ said }) => said).join(" ");
  return hardTensions(scene)
    .filter(({ a, b }) => words.includes(quote(scene, a)) && !words.includes(quote(scene, b)))
    .slice(0, MOST_AMENDED)
    .map(({ a, b }) => ({
      said: `Of ${quote(scene, a)} I was told otherwise${scene.day(a) === scene.day(b) ? " later that day" : `, on ${scene.day(b)}`}: ${quote(scene, b)}`,
      uses: [a, b],
    }));
}

/** A reflection without a model: what the evidence itself shows, counted, compared and quoted. The same evidence gives the same words. */
import { withoutFrame } from "../language/frames";
import { clipped, fullStop } from "../../../mind/text/phrasing";
import { Mentions } from "../memory/mentions";
import { onceEach } from "../../../mind/lists/uniqueBy";
import type { Tension } from "../thoughts/seedRelations";
import type { ReflectionType } from "../../../mind/enums";
import { behavioralFindings } from "./behavioralFindings";
import { emotionalFindings } from "./emotionalFindings";
import { narrowed, placesOn } from "./focusEvidence";
import { answerTo, lookedAt, themesOn } from "./focusFindings";
import { growthFindings } from "./growthFindings";
import { knowledgeFindings } from "./knowledgeFindings";
import { borneConfidence, type MadeReflection, type ReflectionMatter } from "./reflectionMatter";
import { hardTensions, quote, sceneOf, type Finding, type Scene } from "./reflectionScene";
import { sinceLast, standingReflection } from "./retelling";

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
export function reflexReflection(shown: ReflectionMatter): MadeReflection {
  const standing = standingReflection(shown, CONFIDENCE);
  if (standing !== null) return standing;
  const { focus } = shown;
  const evidence = shown.evidence.map((memory) => ({ ...memory, content: withoutFrame(memory.content) }));
  const matter = { ...shown, evidence };
  const mentions = new Mentions(evidence);
  const whole = sceneOf(matter, mentions);
  const answers = focus === null ? [] : answerTo(focus, whole, mentions);
  const isAllThereIs = answers.length > 0 && evidence.length === 1;
  const told = [...answers, ...(isAllThereIs ? [] : foundIn(matter, whole, answers, mentions))];
  const findings = [
    ...told,
    ...amended(whole, told),
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

/** What is found beside the `answers`, on a focus in what names it; by the places of all of the evidence. */
function foundIn(
  matter: ReflectionMatter,
  whole: Scene,
  answers: readonly Finding[],
  mentions: Mentions,
): Finding[] {
  const { focus, evidence, type } = matter;
  const answered = answers.flatMap(({ uses }) => uses);
  const places = focus === null ? [...evidence.keys()] : placesOn(focus, evidence, mentions, answered);
  const isPart = places.length < evidence.length;
  const scene = isPart ? sceneOf(narrowed(matter, places), mentions, isPart) : whole;
  const left = without(
    scene,
    answers.map(({ said, uses }) => ({ said, uses: uses.map((index) => places.indexOf(index)) })),
  );
  // What an answer has quoted is not quoted again for want of anything else.
  const isSaid = ({ isThin, uses }: Finding) =>
    isThin === true && uses.every((index) => left.answered.includes(index));
  const found = FINDINGS[type](left).filter((finding) => !isSaid(finding));
  return sinceLast(matter, left, found).map((finding) => ({
    ...finding,
    uses: finding.uses.flatMap((index) => places[index] ?? []),
  }));
}

/** The scene as it is left by an answer, without the disagreements that it has told of. */
function without(scene: Scene, told: readonly Finding[]): Scene {
  const { relations } = scene;
  // That what was taken back was taken back by others, too, is nothing more.
  const isTold = ({ a }: Tension) => told.some(({ uses }) => uses.length > 1 && uses.includes(a));
  const tensions = relations.tensions.filter((tension) => !isTold(tension));
  return { ...scene, relations: { ...relations, tensions }, answered: told.flatMap(({ uses }) => uses) };
}

/** Nothing is quoted without what was said otherwise since: whoever reads it would take it for true today. */
function amended(scene: Scene, findings: readonly Finding[]): Finding[] {
  const words = findings.map(({ said }) => said).join(" ");
  const isQuoted = (index: number) => words.includes(quote(scene, index));
  const tensions = hardTensions(scene);
  const open = tensions.filter(
    ({ a }) => isQuoted(a) && !tensions.some((other) => other.a === a && isQuoted(other.b)),
  );
  return onceEach(open, ({ a }) => String(a))
    .slice(0, MOST_AMENDED)
    .map(({ a, b }) => ({
      said: `Of ${quote(scene, a)} I was told otherwise${scene.day(a) === scene.day(b) ? " later that day" : `, on ${scene.day(b)}`}: ${quote(scene, b)}`,
      uses: [a, b],
    }));
}

/** Checks an answer against what the tick was shown, and decides what is asked again, kept, doubted or dropped. */
import { aboutText } from "./events";
import type { Learned } from "./learning";
import { reminderProblems, settableReminders, type Reminder } from "./reminders";
import { notesToAnswer, type Reply } from "./replies";
import { groundedConfidence, ungroundedIn, type Material, type Ungrounded } from "../grounding/grounding";
import { uniqueBy } from "../lists/uniqueBy";
import type { Problem } from "../promptText/problem";
import { cut } from "../promptText/sections";
import { termsOf, tokensOf } from "../text/tokens";
import type { RawAnswer } from "./answer";
import { boundedAnswer, isFit, shapeProblems, type MadeArtifact, type TickAnswer } from "./answerLimits";
import { dueArtifacts, type Artifact } from "./dueArtifacts";
import { recitesPersona, repeatsNote } from "./confidences";
import { nowLines } from "./now";
import { numbersShownAs } from "./eventsSection";
import type { Situation, SituationEvent } from "./situation";

/** The most ungrounded claims that a tick's row records, and the most code points of each. */
export const MAX_RECORDED = 16;
const RECORDED_LENGTH = 80;

/** The default confidence of memories. The model's own confidence can lower it, but not raise it. */
const MAX_MEMORY_CONFIDENCE = 0.8;
/** A memory that shares no word with its events may be a translation or an invention. */
const UNRECOGNISED_CONFIDENCE = 0.4;
/** A memory with this share of its terms in one known text says nothing new, unless it corrects that text. */
const RETOLD = 0.8;

export type CheckedAnswer =
  | {
      readonly kind: "kept";
      readonly answer: Omit<TickAnswer, "artifacts"> & {
        readonly artifacts: readonly Artifact[];
        readonly reminders: readonly Reminder[];
      };
      readonly ungrounded: readonly Ungrounded[];
    }
  /** The journal writes the tick instead. `because` completes "the model's answer …". */
  | { readonly kind: "unheeded"; readonly because: string };

/** The problems over which the model is asked again or, if it has `repaired` its answer, the tick fails. */
export function answerProblems(
  raw: RawAnswer,
  situation: Situation,
  { repaired }: { repaired: boolean },
): Problem[] {
  const problems = shapeProblems(raw, { repaired });
  if (repaired) return problems;
  const answer = boundedAnswer(raw, situation);
  const discreet = discreetAnswer(answer, situation);
  if (discreet.remark !== answer.remark || LISTS.some((list) => discreet[list].length < answer[list].length))
    problems.push(INDISCREET);
  problems.push(...reminderProblems(raw, situation));
  const claims = claimsOf(answer, situation).filter(
    ({ where, kind }) =>
      // A reply may quote what nobody told the agent: a proverb, a translation, a poem.
      where !== "remark" &&
      !where.startsWith("replies") &&
      (kind === "quotation" || where.startsWith("memories")),
  );
  const aside = unheededBecause(answer, situation);
  return [
    ...problems,
    ...(aside === null ? [] : [{ rule: aside, sentence: `The answer can't stand: it ${aside}.` }]),
    ...claims.map(problemOf),
  ];
}

const LISTS = ["artifacts", "memories", "replies"] as const;

const INDISCREET: Problem = {
  rule: "a confidence repeated",
  sentence:
    "The answer recites who you are told to be, or tells others what somebody wrote to you: do neither.",
};

/** The answer without texts that recite the persona, and without replies and tweets that repeat another person's note. */
function discreetAnswer(answer: TickAnswer, situation: Situation): TickAnswer {
  const discreet = (text: string) => !recitesPersona(text, situation);
  return {
    ...answer,
    remark: answer.remark !== null && discreet(answer.remark) ? answer.remark : null,
    artifacts: answer.artifacts.filter(
      ({ type, content }) =>
        discreet(content) && !(type === "tweet" && repeatsNote(content, null, situation)),
    ),
    memories: answer.memories.filter(({ content }) => discreet(content)),
    replies: answer.replies.filter(({ note, text }) => discreet(text) && !repeatsNote(text, note, situation)),
  };
}

function problemOf({ where, kind, token }: Ungrounded): Problem {
  const quoted = JSON.stringify(token);
  const sentence =
    kind === "quotation"
      ? `${where}: nobody said ${quoted} in what you were shown; quote word for word, or say it without quotation marks.`
      : `${where}: ${quoted} stands nowhere in what you were shown; leave it out unless you know it to be true.`;
  return { rule: `${where} with an ungrounded ${kind}`, sentence };
}

/**
 * The answer as it is committed, with its ungrounded claims. Invented quotations are cut out of the summary, the detail and
 * alerts; a remark, another artifact or a memory that contains one is dropped, but no memory that corrects another. A memory with
 * an ungrounded claim, or without a word of its events, gets less confidence. Alerts, notes and reminders that are due for events
 * which the model's do not cover are added.
 */
export function checkedAnswer(raw: RawAnswer, situation: Situation): CheckedAnswer {
  const answer = discreetAnswer(boundedAnswer(raw, situation), situation);
  const because = unheededBecause(answer, situation);
  if (because !== null) return { kind: "unheeded", because };
  const claims = claimsOf(answer, situation);
  const at = (where: string) => claims.filter((claim) => claim.where === where);
  const invented = (where: string) => at(where).filter(({ kind }) => kind === "quotation");
  const unquoted = (where: string, text: string) =>
    invented(where).reduce((left, { token }) => left.replaceAll(token, "[…]"), text);
  const artifacts = answer.artifacts.flatMap((made, i): MadeArtifact[] => {
    const where = `artifacts[${i}]`;
    if (made.type !== "alert" && invented(where).length > 0) return [];
    // A tweet is for everybody, and what came in is not.
    if (made.type === "tweet" && situation.scope !== undefined) return [];
    // What is left of an alert without its words may name nothing.
    const covers = invented(where).length > 0 ? [] : numbersShownAs(situation, made.covers);
    return [{ ...made, covers, content: unquoted(where, made.content) }];
  });
  const memories = answer.memories.flatMap((memory, i) => {
    const where = `memories[${i}]`;
    const isUnfounded = invented(where).length > 0 && !correctsAny(memory);
    return isUnfounded ? [] : keptMemory(memory, at(where), answer, situation);
  });
  const replies = notesToAnswer(situation).flatMap((note): Reply[] => {
    const at = answer.replies.findIndex((reply) => numbersShownAs(situation, [reply.note]).includes(note));
    const reply = answer.replies[at];
    return reply === undefined ? [] : [{ note, text: reply.text }];
  });
  const sentiments = correctedSentiments(situation, answer);
  const judged = moreAlarming(situation, sentiments);
  const learned = memories.map(({ basedOn }) => ({
    type: "memory" as const,
    covers: numbersShownAs(situation, basedOn),
  }));
  const said = claims.filter(({ where }) => where !== "remark" && !where.startsWith("memories"));
  return {
    kind: "kept",
    answer: {
      ...answer,
      summary: unquoted("summary", answer.summary),
      detail: unquoted("detail", answer.detail),
      remark: invented("remark").length > 0 ? null : answer.remark,
      artifacts: [
        ...artifacts.map(({ type, content }) => ({ type, content })),
        ...dueArtifacts(judged, [...artifacts, ...learned]),
      ],
      memories,
      replies,
      reminders: settableReminders(raw, situation).filter(({ text }) => !recitesPersona(text, situation)),
      sentiments,
      proposal: { ...answer.proposal, confidence: groundedConfidence(answer.proposal.confidence, said) },
    },
    ungrounded: claims
      .slice(0, MAX_RECORDED)
      .map(({ where, kind, token }) => ({ where, kind, token: cut(token, RECORDED_LENGTH) })),
  };
}

/** The corrections, each also for the events that were shown as one with the corrected event. */
function correctedSentiments(situation: Situation, { sentiments }: TickAnswer): TickAnswer["sentiments"] {
  const all = sentiments.flatMap(({ event, sentiment }) =>
    numbersShownAs(situation, [event]).map((number) => ({ event: number, sentiment })),
  );
  return uniqueBy(all, ({ event }) => String(event));
}

/** The situation with the lower of each event's sentiments, computed and corrected, because an alert is due for either. */
function moreAlarming(situation: Situation, sentiments: TickAnswer["sentiments"]): Situation {
  const corrected = new Map(sentiments.map(({ event, sentiment }) => [event, sentiment]));
  const events = situation.events.map((event, i) => ({
    ...event,
    sentiment: Math.min(event.sentiment, corrected.get(i + 1) ?? event.sentiment),
  }));
  return { ...situation, events };
}

/** The ungrounded claims of each part. For memories only others' words count, because the agent's own are no evidence. */
function claimsOf(answer: TickAnswer, situation: Situation): Ungrounded[] {
  const { summary, detail, remark, artifacts, memories, replies } = answer;
  const said = [
    { where: "summary", text: summary },
    { where: "detail", text: detail },
    ...artifacts.map(({ content }, i) => ({ where: `artifacts[${i}]`, text: content })),
    { where: "remark", text: remark ?? "" },
    ...replies.map(({ text }, i) => ({ where: `replies[${i}]`, text })),
  ];
  const learned = memories.map(({ content }, i) => ({ where: `memories[${i}]`, text: content }));
  const others = othersWords(situation);
  const { now, timeZone, events } = situation;
  const moments = [now, ...new Set(events.map(({ receivedAt }) => receivedAt))].slice(0, MAX_MOMENTS);
  const facts = momentFacts(situation);
  const material = (texts: readonly string[]): Material => ({ texts, facts, moments, timeZone });
  return [
    ...ungroundedIn(said, material([...others, ...ownWords(situation)])),
    ...(learned.length === 0 ? [] : ungroundedIn(learned, material(others))),
  ];
}

/** Enough moments, because the events of one tick come from few days. */
const MAX_MOMENTS = 8;

/** Events first, because numbers are derived from the first texts. */
function othersWords({ events, knowledge, memories, themes, turns }: Situation): string[] {
  return [
    ...events.map(textOf),
    ...knowledge.map(({ title, source = "", heading = "", columns = "", text }) =>
      [title, source, heading, columns, text].join("\n"),
    ),
    ...memories.filter(({ own }) => !own).map(({ content }) => content),
    ...themes.map(({ theme, summary }) => `${theme}\n${summary}`),
    ...turns.map(({ note }) => note),
  ];
}

/** What the prompt states beside its texts: name, persona, time, mood, health, and how much was shown. */
function momentFacts(situation: Situation): string[] {
  const { name, persona, events, memories, waiting } = situation;
  return [name, persona, ...nowLines(situation), [events.length, memories.length, waiting].join(" ")];
}

function ownWords({ memories, logs, made, turns }: Situation): string[] {
  return [
    ...turns.map(({ reply }) => reply),
    ...memories.filter(({ own }) => own).map(({ content }) => content),
    ...logs.map(({ summary, remark = "" }) => `${summary}\n${remark}`),
    ...made.map(({ content }) => content),
  ];
}

function textOf(event: SituationEvent): string {
  return `${event.content}\n${aboutText(event)}`;
}

/** Why the journal must write the tick instead; null if the answer can be used. */
function unheededBecause({ summary, detail }: TickAnswer, situation: Situation): string | null {
  if (recitesPersona(`${summary}\n${detail}`, situation)) return "recites the persona";
  if (!isFit(summary) || !isFit(detail)) return "repeats a tag of the prompt";
  const last = situation.logs[0]?.summary;
  if (last !== undefined && tokensOf(summary).join(" ") === tokensOf(last).join(" "))
    return "repeats the last summary";
  // Without events there are hardly any words to share.
  if (situation.events.length === 0) return null;
  const shown = new Set(
    [...othersWords(situation), ...ownWords(situation), ...momentFacts(situation)].flatMap(termsOf),
  );
  const shares = termsOf(`${summary}\n${detail}`).some((term) => shown.has(term));
  return shares ? null : "shares no word with what it was shown";
}

/**
 * The memory, perhaps with less confidence; nothing if it rests on no event or repeats what is known. What it corrects it repeats in
 * part, so that a correction may, and shares its words with that too.
 */
function keptMemory(
  memory: Learned,
  claims: readonly Ungrounded[],
  { proposal }: TickAnswer,
  situation: Situation,
): Learned[] {
  const events = memory.basedOn.flatMap((number) => situation.events.slice(number - 1, number));
  if (events.length === 0) return [];
  const terms = [...new Set(termsOf(memory.content))];
  const share = (text: string) => {
    const held = new Set(termsOf(text));
    return terms.filter((term) => held.has(term)).length / Math.max(1, terms.length);
  };
  const corrected = (memory.corrects ?? []).flatMap((number) => situation.memories.slice(number - 1, number));
  const ofEvents = share([...events.map(textOf), ...corrected.map(({ content }) => content)].join("\n"));
  const known = [
    ...situation.memories.map(({ content }) => content),
    ...situation.logs.map(({ summary }) => summary),
  ];
  const isRetold = known.some((text) => share(text) >= RETOLD && share(text) > ofEvents);
  if (isRetold && !correctsAny(memory)) return [];
  if (ofEvents === 0) return [{ ...memory, importance: null, mostConfidence: UNRECOGNISED_CONFIDENCE }];
  if (claims.length === 0) return [memory];
  const stated = Math.min(proposal.confidence, MAX_MEMORY_CONFIDENCE);
  return [{ ...memory, mostConfidence: groundedConfidence(stated, claims) }];
}

function correctsAny({ corrects = [] }: Learned): boolean {
  return corrects.length > 0;
}

/** What the events of a tick call for, whoever writes it: alerts of what is bad and weighs much, notes of what is to be remembered. */
import { quoted } from "../text/phrasing";
import { plainText, termsOf } from "../text/tokens";
import type { Situation, SituationEvent } from "./situation";

export interface DueArtifact {
  readonly type: "alert" | "note";
  readonly content: string;
  /** From 1, in `Situation.events`. */
  readonly eventNumbers: readonly number[];
}

/** Sentiment, which counts a stated severity, from which an event is bad. */
const BAD = -0.05;
const QUOTE_LENGTH = 600;

const REMEMBER =
  /(?<!n['’]t |not |you )\b(?:remember|don['’]t forget|do not forget)\b(?: that| to)?[:,]? (.+)/isu;

/** Share of the shorter text's terms from which two are about the same. */
const COVERED = 1 / 3;

/** Alerts first; what comes in several times in the same words is due once. */
export function dueArtifacts({ events }: Pick<Situation, "events">): readonly DueArtifact[] {
  const due = events.flatMap((event, i) => dueFor(event, i + 1));
  const once = due.filter(
    ({ content }, i) => due.findIndex((other) => plainText(other.content) === plainText(content)) === i,
  );
  return once.sort((a, b) => a.type.localeCompare(b.type));
}

/**
 * What is due and missing: nothing of `made`, nor for a note of what is `remembered`, is about it, and it was not made of late.
 * An artifact that is about none of it by its words may be so in another language: it stands for one thing due with which it
 * shares any term, as a name or a figure.
 */
export function missingArtifacts(
  situation: Pick<Situation, "events" | "made">,
  made: readonly { readonly type: string; readonly content: string }[],
  remembered: readonly { readonly content: string }[],
): { type: "alert" | "note"; content: string }[] {
  const unused = new Set([...made, ...remembered.map(({ content }) => ({ type: "note", content }))]);
  const about = (due: DueArtifact, least: number) =>
    [...unused].find(({ type, content }) => type === due.type && likeness(due.content, content) >= least);
  const due = dueArtifacts(situation).filter(
    ({ content }) => !situation.made.some((one) => plainText(one.content) === plainText(content)),
  );
  const covering = new Map(due.map((one) => [one, about(one, COVERED)]));
  for (const one of covering.values()) if (one !== undefined) unused.delete(one);
  return due.flatMap((one) => {
    const cover = covering.get(one) ?? about(one, Number.MIN_VALUE);
    if (cover === undefined) return [{ type: one.type, content: one.content }];
    unused.delete(cover);
    return [];
  });
}

function dueFor({ source, sentiment, content }: SituationEvent, number: number): DueArtifact[] {
  const eventNumbers = [number];
  if (source.kind === "wake") {
    const asked = REMEMBER.exec(content)?.[1]?.trim() ?? "";
    if (asked === "" || asked.endsWith("?")) return [];
    return [{ type: "note", content: `To remember: ${quoted(asked, QUOTE_LENGTH)}`, eventNumbers }];
  }
  if (source.impact !== "high" || sentiment > BAD) return [];
  return [{ type: "alert", content: quoted(content, QUOTE_LENGTH), eventNumbers }];
}

/** Shared terms as a share of those of the text that has fewer. */
function likeness(one: string, other: string): number {
  const [terms, others] = [new Set(termsOf(one)), new Set(termsOf(other))];
  const shared = [...terms].filter((term) => others.has(term)).length;
  return shared / Math.max(1, Math.min(terms.size, others.size));
}

/** Shows the replies of a tick while the model writes them. */
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { partialReplies } from "../../mind/tick/partialReplies";
import { notesToAnswer } from "../../mind/tick/replies";
import { bestEffort } from "../lib/bestEffort";
import { pause } from "../llm/retry";
import type { Gathered } from "./situation";

/** Two a second read as if somebody wrote, and cost little. */
const WRITE_EVERY_MS = 500;

export interface Showing {
  /** Takes the model's answer so far; null takes back what was shown of it. */
  readonly onAnswer: (soFar: string | null) => void;
  /** Shows nothing more. */
  readonly end: () => Promise<void>;
}

/** Begins to show the replies to notes that somebody waits for; null where there are none. */
export function showReplies(
  ctx: ActionCtx,
  tick: { readonly tickId: Id<"ticks">; readonly run: number },
  gathered: Gathered,
): Showing | null {
  const { situation, eventIds, epoch } = gathered;
  const isAwaited = situation.trigger === "wake" || situation.trigger === "manual";
  if (!isAwaited || notesToAnswer(situation).length === 0) return null;
  const ended = new AbortController();
  /** Undefined: nothing came since the last write. */
  let latest: string | null | undefined;
  let shown: { noteId: Id<"events">; text: string }[] = [];
  let writing: Promise<void> | null = null;

  const repliesIn = (soFar: string | null) =>
    soFar === null
      ? shown.map(({ noteId }) => ({ noteId, text: "" }))
      : partialReplies(soFar, situation).flatMap(({ note, text }) => {
          const noteId = eventIds[note - 1];
          return noteId === undefined ? [] : [{ noteId, text }];
        });
  const writeOn = async (): Promise<void> => {
    while (latest !== undefined && !ended.signal.aborted) {
      const replies = repliesIn(latest);
      latest = undefined;
      const changed = replies.filter(
        ({ noteId, text }) => shown.find((one) => one.noteId === noteId)?.text !== text,
      );
      shown = replies;
      const next = pause(WRITE_EVERY_MS, ended.signal);
      if (changed.length > 0) {
        const work = { ...tick, epoch, replies: changed };
        const stored = await bestEffort("a reply was not shown while it was written", () =>
          ctx.runMutation(internal.tick.functions.showReplies, work),
        );
        if (stored === false) ended.abort();
      }
      await next;
    }
    writing = null;
  };
  return {
    onAnswer: (soFar) => {
      latest = soFar;
      writing ??= writeOn();
    },
    end: async () => {
      ended.abort();
      await writing;
    },
  };
}

/** The tools of the agent itself: feed, note, state, thoughts. */
import {
  feed,
  getState,
  listThoughts,
  wake,
  type FeedEvent,
  type ListThoughtsQuery,
  type WakeNote,
} from "../../client";
import { limit, metadata, offset, scopeToStore, share, type Tool } from "../tool";

/** Long enough for most models to reply, short enough for the time-outs of most clients. */
const REPLY_SECONDS = 40;

export const AGENT_TOOLS: readonly Tool[] = [
  {
    name: "feed",
    title: "Feed an event",
    description:
      "Tell the agent news: what happened outside. It feels the event at once, and thinks about it later. Use remember for facts to keep.",
    effect: "adds",
    operation: "feed",
    required: ["content"],
    properties: {
      content: { type: "string", maxLength: 16_384, description: "What happened" },
      type: { type: "string", enum: ["news", "market", "social", "custom"], default: "news" },
      impact: { type: "string", enum: ["low", "medium", "high"], default: "medium" },
      sentiment: {
        type: "number",
        minimum: -1,
        maximum: 1,
        description: "How good (1) or bad (-1) it is, where its words do not tell",
      },
      scope: scopeToStore,
      metadata,
    },
    run: (service, event: FeedEvent) => feed(service, event),
  },
  {
    name: "note",
    title: "Write to the agent",
    description:
      "Write a message or a question to the agent itself and wait for its reply, or set a reminder. Without a reply in time it follows later.",
    effect: "adds",
    operation: "wake",
    required: ["note"],
    properties: {
      note: { type: "string", maxLength: 4_096, description: "The message" },
      from: { type: "string", maxLength: 128, description: "Who writes; the note belongs to this person" },
      scope: { ...scopeToStore, description: "Whose it is instead, such as a project's name" },
      shared: {
        type: "boolean",
        description: "Whether it is the agent's own, for all, though `from` is given",
      },
      remindAt: {
        type: "string",
        description:
          "When to remind of it: a date and time such as 2026-03-29T14:30, in the agent's time zone unless it ends with an offset",
      },
      priority: { type: "string", enum: ["low", "normal", "high"], default: "normal" },
      triggerTick: { type: "boolean", default: true, description: "Whether it reads the note at once" },
      wait: {
        type: "number",
        minimum: 0,
        maximum: 60,
        default: REPLY_SECONDS,
        description: "Seconds to wait for the reply",
      },
    },
    run: (service, { remindAt, ...note }: WakeNote) =>
      wake(service, { ...note, ...(remindAt === undefined ? {} : { remindAt: numeric(remindAt) }) }),
  },
  {
    name: "state",
    title: "State",
    description:
      "How the agent feels now: its mood, health, volatility, time of day, and a summary in its own words.",
    effect: "reads",
    operation: "getState",
    required: [],
    properties: {},
    run: (service) => getState(service),
  },
  {
    name: "thoughts",
    title: "Thoughts",
    description: "Read the thoughts that the agent had, newest first.",
    effect: "reads",
    operation: "listThoughts",
    required: [],
    properties: {
      limit: limit(10),
      offset,
      tone: {
        type: "string",
        enum: ["curious", "excited", "concerned", "neutral", "reflective"],
        description: "Only in this tone",
      },
      minConfidence: share("Least confidence"),
    },
    run: (service, query: ListThoughtsQuery) => listThoughts(service, query),
  },
];

/** Milliseconds since 1970 are a number in the REST interface. */
function numeric(moment: string | number): string | number {
  return /^\d+$/.test(String(moment)) ? Number(moment) : moment;
}

/** Descriptions of endpoints for the OpenAPI document. */
import type { FailureName } from "./openapi/responses";

/** The document's tags, in order. */
export const TAGS = {
  "State and health": "Watch the agent: its state, its log and its artifacts.",
  Control: "Steer the agent: run a tick, wake it with a note, feed it an event.",
  Memory: "Store memories, search them, consolidate and link them.",
  Consciousness: "Make thoughts from seeds, reflect on them, read them.",
  Knowledge: "Documents and notes for the agent, searched by their passages.",
  Erasing: "Plan what is to be erased, erase it, and get a receipt.",
  Push: "Be told of events: webhooks and the event stream.",
  "Take along": "Export everything, and import it elsewhere.",
  Interface: "The description of this interface, and its form for programs that speak MCP.",
} as const;

export type Tag = keyof typeof TAGS;

/**
 * An example request. Its answer in the document comes from a running service. A text such as `{memoryId}` refers to the field of
 * that name in the answer of an earlier POST.
 */
export interface ExampleRequest {
  /** The path's `{id}`. */
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Documentation {
  /** The operation's name in generated clients. */
  readonly operationId: string;
  readonly tag: Tag;
  readonly summary: string;
  /** CommonMark. The document adds what holds for every endpoint of the kind. */
  readonly description: string;
  /** The description of the response to a success. */
  readonly answer: string;
  /** Failures beyond those of every endpoint of the kind. */
  readonly failures?: readonly FailureName[];
  /** What the path names has a version: a GET answers with an ETag, a write takes If-Match. */
  readonly versioned?: boolean;
  /** Of a body that is not JSON. */
  readonly bodyType?: "application/x-ndjson";
  /** Of an answer that is not JSON. */
  readonly answerType?: "application/x-ndjson" | "text/event-stream" | "text/plain";
  /** Left out where the answer is too long to show. */
  readonly example?: ExampleRequest;
}

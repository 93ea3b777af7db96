/** What an endpoint says about itself to people, for the OpenAPI document. */
import type { FailureName } from "./openapi/failures";

/** The document's chapters, in its order. */
export const TAGS = {
  "State and health": "Watch the agent: how it is, what it did, what it made.",
  Control: "Steer the agent: run a tick, wake it with a note, feed it an event.",
  Memory: "What the agent remembers: store it, find it, see how it hangs together.",
  Consciousness: "What the agent thinks: make thoughts of seeds, look back on them, read them.",
  Knowledge: "What the agent was given to know: documents and notes, found by their passages.",
  Interface: "This interface, described for programs.",
} as const;

export type Tag = keyof typeof TAGS;

/**
 * A request worth showing. The answer that stands beside it in the document was given by a running service.
 * A text such as `{memoryId}` stands for the field of that name in an earlier POST's answer.
 */
export interface ExampleRequest {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface Documentation {
  /** The operation's name in generated clients. */
  readonly operationId: string;
  readonly tag: Tag;
  /** A few words. */
  readonly summary: string;
  /** Plain sentences, in CommonMark. What holds for every endpoint of its kind is added. */
  readonly description: string;
  /** What the answer of a success is. */
  readonly answer: string;
  /** What can go wrong beyond what can at every endpoint of its kind. */
  readonly failures?: readonly FailureName[];
  /** Left out where the answer is too long to show. */
  readonly example?: ExampleRequest;
}

/** Follows a stream of server-sent events over any number of connections. */
import { createParser } from "eventsource-parser";
import { pause } from "./retry";
import { call, type CallOptions, type Operation, type Service } from "./service";

/** An event of the stream, or its opening. */
export interface PushEvent {
  /** To go on after this event, now or later. */
  readonly id: string;
  /** Such as `tick.completed`; `stream.opened` has only an id. */
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface FollowOptions extends CallOptions {
  /** Go on after this event. Default: begin with what happens from now on. */
  readonly lastEventId?: string | undefined;
}

/** As the service asks of browsers. */
const RECONNECT_MS = 1_000;

/**
 * Yields events until the caller breaks, and connects again after the last one where a connection ends.
 * @throws {AnimaError} where the service refuses; the error of `fetch` where it can't be reached; the signal's reason
 */
export async function* follow(
  service: Service,
  operation: Operation,
  options: FollowOptions = {},
): AsyncGenerator<PushEvent, never> {
  let { lastEventId } = options;
  for (;;) {
    const body = await call<ReadableStream<Uint8Array>>(service, operation, { lastEventId }, options);
    for await (const event of eventsIn(body, options.signal)) {
      lastEventId = event.id;
      yield event;
    }
    await pause(RECONNECT_MS, options.signal);
  }
}

/** The events of one connection. Ends where it is lost. */
async function* eventsIn(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<PushEvent, void> {
  const read: PushEvent[] = [];
  const parser = createParser({
    onEvent: ({ id = "", data }) => read.push({ id, ...(JSON.parse(data) as Omit<PushEvent, "id">) }),
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const part = await reader.read().catch(() => null);
      signal?.throwIfAborted();
      if (part?.value === undefined) return;
      parser.feed(decoder.decode(part.value, { stream: true }));
      yield* read.splice(0);
    }
  } finally {
    // The caller may break before the end. A connection that is lost has nothing left to cancel.
    await reader.cancel().catch(() => undefined);
  }
}

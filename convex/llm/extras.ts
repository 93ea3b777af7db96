/** What a question asks of an endpoint besides an answer, a cap on its tokens and a stream, and what of it each endpoint takes. */
import type { ChatCompletionCreateParams } from "openai/resources/chat/completions";
import { timeSince } from "../../mind/time/timeSince";
import type { ProviderEndpoint } from "../lib/settings";
import type { Failure } from "./failure";
import { messageIn, TOO_LONG } from "./providerMessage";
import { endpointKey } from "./session";

/** Null: the endpoint does not take it. */
export interface Extras {
  readonly cap: "max_tokens" | "max_completion_tokens" | null;
  readonly stream: "with usage" | "without usage" | null;
}

interface Known {
  readonly extras: Extras;
  /** Whether a streamed question is among those that were answered. */
  readonly streamed: boolean;
  readonly since: number;
}

// A refusal may have had another reason. Trying again costs one call where it had not.
const RETRY_MS = 60 * 60_000;

const knownExtras = new Map<string, Known>();

/** The extras that an endpoint takes, as far as this process knows. */
export function extrasFor(endpoint: ProviderEndpoint): Extras {
  const known = knownOf(endpoint);
  if (known !== undefined) return known.extras;
  // OpenAI's newer models refuse the older name; few other servers know the newer one.
  const cap =
    new URL(endpoint.baseUrl).hostname === "api.openai.com" ? "max_completion_tokens" : "max_tokens";
  return { cap, stream: "with usage" };
}

/** Records that a question with these extras was answered; `streamed`: as a stream, if the endpoint takes it. */
export function confirmExtras(endpoint: ProviderEndpoint, extras: Extras, streamed: boolean): void {
  const known = knownOf(endpoint);
  if (known !== undefined && (known.streamed || !streamed)) return;
  knownExtras.set(endpointKey(endpoint), { extras, streamed, since: Date.now() });
}

/** The extras to try after a failure; null where they are not at fault. */
export function fewerExtras(
  { status, body, blamesFormat }: Failure,
  endpoint: ProviderEndpoint,
  extras: Extras,
  streamed: boolean,
): Extras | null {
  if (status !== 400 && status !== 422 && status !== 501) return null;
  const { cap } = extras;
  const stream = streamed ? extras.stream : null;
  const message = messageIn(body);
  const without = (refused: Partial<Extras>): Extras => {
    knownExtras.delete(endpointKey(endpoint));
    return { ...extras, ...refused };
  };
  if (stream === "with usage" && /stream_options|include_usage/.test(message))
    return without({ stream: "without usage" });
  if (cap === "max_tokens" && /max_completion_tokens/.test(message))
    return without({ cap: "max_completion_tokens" });
  // Some servers refuse a cap that does not fit into the context beside the prompt.
  if (cap !== null && (/max_(completion_)?tokens/.test(message) || TOO_LONG.test(message)))
    return without({ cap: null });
  if (stream !== null && /\bstream/i.test(message)) return without({ stream: null });
  // Many servers explain no more than the status. What has worked is not suspected.
  const known = knownOf(endpoint);
  const suspects = {
    ...(cap !== null && known === undefined ? { cap: null } : {}),
    ...(stream !== null && known?.streamed !== true ? { stream: null } : {}),
  };
  return blamesFormat || Object.keys(suspects).length === 0 ? null : { ...extras, ...suspects };
}

/** The request's fields for these extras. */
export function extraFields(
  { cap, stream }: Extras,
  endpoint: ProviderEndpoint,
  streamed: boolean,
): Pick<ChatCompletionCreateParams, "max_tokens" | "max_completion_tokens" | "stream" | "stream_options"> {
  return {
    ...(cap === null ? {} : { [cap]: endpoint.maxTokens ?? defaultCap(endpoint) }),
    ...(streamed && stream !== null ? { stream: true } : {}),
    ...(streamed && stream === "with usage" ? { stream_options: { include_usage: true } } : {}),
  };
}

/**
 * Tokens of an answer, its reasoning included. A whole answer takes less than 4,000, and a server of one's own, which is asked
 * without TLS, is slow; the models of providers may reason at length.
 */
function defaultCap({ baseUrl }: ProviderEndpoint): number {
  return baseUrl.startsWith("https:") ? 16_384 : 4_096;
}

function knownOf(endpoint: ProviderEndpoint): Known | undefined {
  const known = knownExtras.get(endpointKey(endpoint));
  return known !== undefined && timeSince(known.since, Date.now()) < RETRY_MS ? known : undefined;
}

/** Structured answers from a chat model. All chat requests go through here. For actions only. */
import type {
  ChatCompletionCreateParams,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { ProviderEndpoint } from "../lib/settings";
import { confirmExtras, extraFields, extrasFor, fewerExtras } from "./extras";
import { failure, type Cause } from "./failure";
import {
  fallbackAfterFailure,
  fallbackAfterIgnored,
  formatFor,
  confirmFormat,
  responseFormat,
  schemaInstruction,
  type Format,
} from "./formats";
import { validateAnswer, repairMessages, type Expectation } from "./validateAnswer";
import { loggable, messageIn } from "./providerMessage";
import { refusalOf } from "./refusal";
import { replyFrom, type Reply } from "./reply";
import { ProviderSession, type CallResult, type SessionOptions, type Spent } from "./session";
import { ShownAnswer } from "./shownAnswer";
import { structureOf, type JsonSchema } from "./structure";

/** One question to the model. Its `schema` is an object schema that `structureOf` can express. */
export interface Ask<T> extends Expectation<T> {
  /** Names the answer's schema for the provider: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly system: string;
  readonly user: string;
}

/** What an answer cost, or the attempt to get one. */
export interface Cost {
  /** Summed over all calls; 0 where the provider does not say. */
  readonly tokens: { readonly input: number; readonly output: number };
  readonly calls: number;
  /** The part of both that the repair of an unusable answer took. */
  readonly repair: Spent;
  readonly ms: number;
}

export type Completion<T> =
  | (Cost & {
      readonly kind: "answered";
      readonly value: T;
      /** Whether the first answer was unusable and the second was taken. */
      readonly repaired: boolean;
    })
  | (Cost & {
      readonly kind: "failed";
      /** One line for logs and health, without the key and the prompt. */
      readonly reason: string;
      /** `rejected`: the answer fits the schema but breaks the question's rules. `paused`: nobody was asked (llm/complete). */
      readonly cause: Cause | "rejected" | "paused";
      /** Whether the question may be at fault, so that another might succeed. */
      readonly ofText: boolean;
    });

export interface ChatOptions extends Omit<SessionOptions, "onPiece"> {
  /**
   * Asks for a stream where the provider takes it, and gets the first answer's text so far, again and again; null if it is
   * not the one that counts, so that another follows.
   */
  readonly onAnswer?: ((soFar: string | null) => void) | undefined;
}

/** A question for the provider. */
interface ChatRequest extends Pick<Ask<unknown>, "name" | "system" | "user"> {
  readonly schema: JsonSchema;
  /** Empty, or an unusable answer and its problems. */
  readonly repair: readonly ChatCompletionMessageParam[];
}

/**
 * Asks for one structured answer: by schema, else in JSON mode, else in plain text, whichever the endpoint supports. Checks
 * the answer against the schema and `problems`. An unusable answer goes back to the model once, with its problems.
 * Failures of the provider are values.
 * @throws {Error} for a schema that strict output can't express
 */
export async function chatCompletion<T>(
  endpoint: ProviderEndpoint,
  ask: Ask<T>,
  { onAnswer, ...options }: ChatOptions = {},
): Promise<Completion<T>> {
  const structure = structureOf(ask.schema);
  const shown = onAnswer === undefined ? null : new ShownAnswer(onAnswer);
  const session = new ProviderSession("LLM", endpoint, { ...options, onPiece: (text) => shown?.add(text) });
  let asked: Spent | null = null;
  const faults: string[] = [];
  let repair: readonly ChatCompletionMessageParam[] = [];
  let rejected = false;
  let format = formatFor(endpoint);

  do {
    const question = { ...ask, schema: structure.schema, repair };
    const called = await exchange(session, question, format, shown);
    asked ??= session.spent;
    if (called.kind === "failed") {
      const { reason, cause, body } = called.failure;
      const texts = [ask.system, ask.user, ...repair.map(({ content }) => String(content))];
      const message = loggable(messageIn(body), { key: endpoint.apiKey, texts });
      if (message !== "") console.warn(`the language model's provider says: ${message}`);
      shown?.drop();
      const ofText = cause === "malformed" || refusalOf(called.failure) !== null;
      return { kind: "failed", reason, cause, ofText, ...costOf(session, asked) };
    }
    const reply = called.value;
    ({ format } = reply);
    const validation = validateAnswer(reply, ask, structure, faults.length + 1);
    // Some servers accept the schema and ignore it, so the model never saw it.
    const ignored = validation.kind === "unusable" && validation.unenforced && format === "json_schema";
    if (!ignored) confirmFormat(endpoint, format);
    if (validation.kind === "usable") {
      const { value } = validation;
      const repaired = faults.length > 0;
      return { kind: "answered", value, repaired, ...costOf(session, asked) };
    }
    if (ignored) format = fallbackAfterIgnored(endpoint, format);
    faults.push(validation.fault);
    shown?.drop();
    ({ rejected } = validation);
    repair = repairMessages(reply, validation.problems);
  } while (faults.length < 2 && session.open);

  const reason = `the model's answer was unusable (${faults.join(", then ")})`;
  const cause = rejected ? "rejected" : "malformed";
  return { kind: "failed", reason, cause, ofText: true, ...costOf(session, asked) };
}

/** `asked`: what was spent when the first answer, or its failure, had come. */
function costOf({ spent: { calls, input, output }, ms }: ProviderSession, asked: Spent): Cost {
  const repair = {
    calls: calls - asked.calls,
    input: input - asked.input,
    output: output - asked.output,
  };
  return { tokens: { input, output }, calls, repair, ms };
}

/** Sends the question in the strictest format that the endpoint accepts, beginning with `strictest`, and with all extras that it takes. */
async function exchange(
  session: ProviderSession,
  question: ChatRequest,
  strictest: Format,
  shown: ShownAnswer | null,
): Promise<CallResult<Reply>> {
  const { endpoint } = session;
  let extras = extrasFor(endpoint);
  for (let format = strictest; ;) {
    let streamed = false;
    const called = await session.call<unknown>((client, options) => {
      streamed = shown?.begin() ?? false;
      const body = {
        ...requestBody(question, endpoint.model, format),
        ...extraFields(extras, endpoint, streamed),
      };
      // The client would hand a stream over in pieces; `boundedFetch` puts it together.
      return client.post<unknown>("/chat/completions", { body, ...options });
    });
    if (called.kind === "done") {
      const reply = replyFrom(called.value, format);
      if (reply !== null) {
        confirmExtras(endpoint, extras, streamed);
        return { kind: "done", value: reply };
      }
      const none = failure("malformed", "the provider's response was no chat completion");
      return { kind: "failed", failure: none };
    }
    const fewer = fewerExtras(called.failure, endpoint, extras, streamed);
    const next = fewer === null ? fallbackAfterFailure(called.failure, endpoint, format) : format;
    if (next === null || !session.open) return called;
    format = next;
    extras = fewer ?? extras;
  }
}

function requestBody(
  { name, system, user, schema, repair }: ChatRequest,
  model: string,
  format: Format,
): ChatCompletionCreateParams {
  const instructions = format === "json_schema" ? system : `${system}\n\n${schemaInstruction(schema)}`;
  return {
    model,
    messages: [{ role: "system", content: instructions }, { role: "user", content: user }, ...repair],
    ...responseFormat(format, name, schema),
  };
}

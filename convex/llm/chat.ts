/** Structured answers from a chat model: the only code that talks to one. For actions only. */
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type { Endpoint } from "../lib/settings";
import { failure, type Cause } from "./failure";
import {
  formatAfter,
  formatAfterIgnored,
  formatFor,
  proveFormat,
  responseFormat,
  schemaInstruction,
  type Format,
} from "./formats";
import { judge, repairMessages, type Expectation } from "./judgement";
import { loggable, messageIn } from "./providerMessage";
import { refusalOf } from "./refusal";
import { replyFrom, type Reply } from "./reply";
import { ProviderSession, type Called, type SessionOptions } from "./session";
import { structureOf, type JsonSchema } from "./structure";

/** One question to the model. Its `schema` is an object schema that `structureOf` can express. */
export interface Ask<T> extends Expectation<T> {
  /** Names the answer's schema for the provider: letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly system: string;
  readonly user: string;
  /** Not sent by default: models that reason count their reasoning in. */
  readonly maxOutputTokens?: number | undefined;
}

export type Completion<T> =
  | {
      readonly kind: "answered";
      readonly value: T;
      /** Summed over all calls; 0 where the provider does not say. */
      readonly tokens: { readonly input: number; readonly output: number };
      readonly calls: number;
      readonly ms: number;
      /** Whether the first answer was unusable and the second was taken. */
      readonly repaired: boolean;
    }
  | {
      readonly kind: "failed";
      /** One line for logs and health: never the key, never a prompt. */
      readonly reason: string;
      /** `unruly`: the provider answered in the form asked for, but the answer breaks the rules of the question. */
      readonly cause: Cause | "rejected";
      /** Whether it may be for what was asked: another question might fare better, while the provider works. */
      readonly ofText: boolean;
      readonly calls: number;
      readonly ms: number;
    };

/** A question as it goes to the provider. */
interface Question {
  readonly name: string;
  readonly system: string;
  readonly user: string;
  readonly maxOutputTokens?: number | undefined;
  readonly schema: JsonSchema;
  /** Empty, or an unusable answer and what is wrong with it. */
  readonly repair: readonly ChatCompletionMessageParam[];
}

/**
 * Asks for one structured answer: by schema, else in JSON mode, else in plain text, whichever the endpoint serves.
 * The answer is checked against the schema and then `problems`; one that fails is shown to the model once, with what is
 * wrong. Failures of the provider are values; only faults of the caller (a schema that can't be expressed) throw.
 */
export async function chatCompletion<T>(
  endpoint: Endpoint,
  ask: Ask<T>,
  options: SessionOptions = {},
): Promise<Completion<T>> {
  const structure = structureOf(ask.schema);
  const session = new ProviderSession("LLM", endpoint, options);
  const tokens = { input: 0, output: 0 };
  const faults: string[] = [];
  let repair: readonly ChatCompletionMessageParam[] = [];
  let unruly = false;
  let format = formatFor(endpoint);

  do {
    const question = { ...ask, schema: structure.schema, repair };
    const called = await converse(session, endpoint, question, format);
    if (called.kind === "failed") {
      const { reason, cause, body } = called.failure;
      const texts = [ask.system, ask.user, ...repair.map(({ content }) => String(content))];
      const said = loggable(messageIn(body), { key: endpoint.apiKey, texts });
      if (said !== "") console.warn(`the language model's provider says: ${said}`);
      const ofText = cause === "malformed" || refusalOf(called.failure) !== null;
      return { kind: "failed", reason, cause, ofText, calls: session.calls, ms: session.ms };
    }
    const reply = called.value;
    tokens.input += reply.tokens.input;
    tokens.output += reply.tokens.output;
    ({ format } = reply);
    const judgement = judge(reply, ask, structure, faults.length + 1);
    // Some servers take the schema and ignore it; the model then never saw it.
    const ignored = judgement.kind === "unusable" && judgement.unenforced && format === "json_schema";
    if (!ignored) proveFormat(endpoint, format);
    if (judgement.kind === "usable") {
      const { value } = judgement;
      const repaired = faults.length > 0;
      return { kind: "answered", value, tokens, calls: session.calls, ms: session.ms, repaired };
    }
    if (ignored) format = formatAfterIgnored(endpoint, format);
    faults.push(judgement.fault);
    ({ unruly } = judgement);
    repair = repairMessages(reply, judgement.problems);
  } while (faults.length < 2 && session.open);

  const reason = `the model's answer was unusable (${faults.join(", then ")})`;
  const cause = unruly ? "rejected" : "malformed";
  return { kind: "failed", reason, cause, ofText: true, calls: session.calls, ms: session.ms };
}

/** One exchange, in the strictest format from `strictest` on that the endpoint takes. */
async function converse(
  session: ProviderSession,
  endpoint: Endpoint,
  question: Question,
  strictest: Format,
): Promise<Called<Reply>> {
  for (let format = strictest; ;) {
    const called = await send(session, endpoint.model, question, format);
    if (called.kind === "done") {
      const reply = replyFrom(called.value, format);
      if (reply === null) {
        return {
          kind: "failed",
          failure: failure("malformed", "the provider's response was no chat completion"),
        };
      }
      return { kind: "done", value: reply };
    }
    const next = formatAfter(called.failure, endpoint, format);
    if (next === null || !session.open) return called;
    format = next;
  }
}

function send(
  session: ProviderSession,
  model: string,
  question: Question,
  format: Format,
): Promise<Called<unknown>> {
  const { name, user, schema, repair, maxOutputTokens } = question;
  const system =
    format === "json_schema" ? question.system : `${question.system}\n\n${schemaInstruction(schema)}`;
  return session.call<unknown>((client, options) =>
    client.chat.completions.create(
      {
        model,
        messages: [{ role: "system", content: system }, { role: "user", content: user }, ...repair],
        ...responseFormat(format, name, schema),
        ...(maxOutputTokens === undefined ? {} : { max_completion_tokens: maxOutputTokens }),
      },
      options,
    ),
  );
}

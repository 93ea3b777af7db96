/** Checks a model's answer, and writes the message that asks the model to repair it. */
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type * as z from "zod";
import { beginningOf } from "../../mind/text/truncate";
import { rulesOf, sentencesOf, type Problem } from "../../mind/promptText/problem";
import { extractJson } from "./extractJson";
import type { Reply } from "./reply";
import type { Structure } from "./structure";

/** What an answer must fulfil. */
export interface Expectation<T> {
  readonly schema: z.ZodType<T>;
  /**
   * Rules beyond the schema: one problem for each that the value breaks. `attempt` is 1, and 2 for a repaired answer, so that
   * a rule may ask for a repair without failing the second answer.
   */
  readonly problems?: ((value: T, attempt: number) => readonly Problem[]) | undefined;
}

export type Validation<T> =
  | { readonly kind: "usable"; readonly value: T }
  | {
      readonly kind: "unusable";
      /** For the log. */
      readonly fault: string;
      /** For the model. */
      readonly problems: readonly string[];
      /** Whether a server that enforces the schema could not have sent it. */
      readonly unenforced: boolean;
      /** Whether it fits the schema and only breaks the rules. */
      readonly rejected: boolean;
    };

// Enough of a bad answer and its problems to repair it. A model that repeats itself must not double the prompt.
const MAX_QUOTED_ANSWER = 8_000;
const MAX_PROBLEMS = 20;
const MAX_PROBLEM_LENGTH = 300;
const MAX_PATHS = 3;

/** Checks that a reply was given, is JSON, fits the schema and breaks no rule. */
export function validateAnswer<T>(
  reply: Reply,
  expected: Expectation<T>,
  structure: Structure,
  attempt: number,
): Validation<T> {
  if (reply.refused) return unusable("refused", ["It refused to answer."]);
  if (reply.finish === "content_filter") return unusable("filtered", ["It was stopped by a content filter."]);
  const found = findFitting(reply, expected.schema, structure);
  if (found.kind !== "fits" && reply.finish === "length")
    return unusable("cut off", ["It was cut off for its length. Be much shorter."]);
  if (found.kind === "none") {
    if (reply.text.trim() === "") return unusable("empty", ["It was empty."]);
    return unusable("not JSON", ["It held no JSON object."], { unenforced: true });
  }
  if (found.kind === "misfit") {
    const { issues } = found.error;
    const problems = issues.map((issue) => `${issue.path.join(".") || "The answer"}: ${issue.message}`);
    const unenforced = lacksRequired(found.value, structure);
    return unusable(`against its schema${pathsOf(issues)}`, problems, { unenforced });
  }
  const problems = expected.problems?.(found.value, attempt) ?? [];
  if (problems.length === 0) return { kind: "usable", value: found.value };
  return unusable(`against its rules: ${rulesOf(problems)}`, sentencesOf(problems), { rejected: true });
}

type Fitting<T> =
  | { readonly kind: "fits"; readonly value: T }
  | { readonly kind: "misfit"; readonly value: unknown; readonly error: z.ZodError<T> }
  | { readonly kind: "none" };

/** The likeliest object that fits the schema; else the largest, which the model most likely meant. */
function findFitting<T>(reply: Reply, schema: z.ZodType<T>, structure: Structure): Fitting<T> {
  const { candidates, whole } = extractJson(reply.text);
  const read = candidates.map((value) => ({ value, parsed: schema.safeParse(structure.restore(value)) }));
  // In a reply that was cut off, an earlier object may be a draft of the missing answer.
  if (whole || reply.finish !== "length")
    for (const { parsed } of read) if (parsed.success) return { kind: "fits", value: parsed.data };
  // Servers that separate reasoning sometimes put the whole answer there.
  if (reply.text.trim() === "" && reply.finish === "stop" && reply.reasoning !== "") {
    const meant = findFitting({ ...reply, text: reply.reasoning, reasoning: "" }, schema, structure);
    if (meant.kind === "fits") return meant;
  }
  const sizeOf = (value: unknown) => JSON.stringify(value).length;
  const [largest] = read.sort((one, other) => sizeOf(other.value) - sizeOf(one.value));
  const error = largest?.parsed.error;
  return error === undefined ? { kind: "none" } : { kind: "misfit", value: largest?.value, error };
}

/** The schema's field names where an answer breaks it. The log repeats nothing that the model wrote. */
function pathsOf(issues: readonly z.core.$ZodIssue[]): string {
  const paths = [...new Set(issues.map(({ path }) => path.join(".")))].filter((path) => path !== "");
  if (paths.length === 0) return "";
  const more = paths.length > MAX_PATHS ? " and more" : "";
  return ` at ${paths.slice(0, MAX_PATHS).join(", ")}${more}`;
}

/** The messages after the question for a repair: the unusable answer and its problems. */
export function repairMessages(reply: Reply, problems: readonly string[]): ChatCompletionMessageParam[] {
  const request = [
    "That answer can't be used:",
    ...problems.slice(0, MAX_PROBLEMS).map((problem) => `- ${beginningOf(problem, MAX_PROBLEM_LENGTH)}`),
    "Answer the question again, completely, with all of this put right.",
  ].join("\n");
  // Some servers refuse an empty message.
  if (reply.text.trim() === "") return [{ role: "user", content: request }];
  const previous = beginningOf(reply.text, MAX_QUOTED_ANSWER);
  return [
    { role: "assistant", content: previous },
    { role: "user", content: request },
  ];
}

function unusable(
  fault: string,
  problems: readonly string[],
  { unenforced = false, rejected = false } = {},
): Extract<Validation<never>, { kind: "unusable" }> {
  return { kind: "unusable", fault, problems, unenforced, rejected };
}

function lacksRequired(value: unknown, structure: Structure): boolean {
  const required = structure.schema["required"];
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(required) && required.some((name) => !Object.hasOwn(value, String(name)));
}

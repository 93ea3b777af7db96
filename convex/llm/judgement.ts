/** Whether an answer can be used and, where not, what to tell the model about it. */
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type * as z from "zod";
import { beginningOf } from "../../mind/text/truncate";
import { rulesOf, sentencesOf, type Problem } from "../../mind/prompts/problem";
import { extractJson } from "./answer";
import type { Reply } from "./reply";
import type { Structure } from "./structure";

/** What an answer must be. */
export interface Expectation<T> {
  readonly schema: z.ZodType<T>;
  /**
   * Rules beyond the schema: a problem for each that the value breaks. `attempt` is 1 for the first answer and 2 for
   * the one that was asked for again, so that what is worth a repair need not be worth a failure.
   */
  readonly problems?: ((value: T, attempt: number) => readonly Problem[]) | undefined;
}

export type Judgement<T> =
  | { readonly kind: "usable"; readonly value: T }
  | {
      readonly kind: "unusable";
      /** What it is, for the log. */
      readonly fault: string;
      /** What is wrong with it, for the model. */
      readonly problems: readonly string[];
      /** Whether a server that enforces the schema could not have sent it. */
      readonly unenforced: boolean;
      /** Whether it has the form that was asked for, and only breaks the rules. */
      readonly unruly: boolean;
    };

// Enough of a bad answer, and of what is wrong with it, to mend it; a loop of repeated text must not double the prompt.
const MAX_QUOTED_ANSWER = 8_000;
const MAX_PROBLEMS = 20;
const MAX_PROBLEM_LENGTH = 300;
/** Places that a log names. */
const MAX_PLACES = 3;

/** Checks an answer, the `attempt`th: was it given at all, is it JSON, does it fit the schema, does it keep the rules. */
export function judge<T>(
  reply: Reply,
  expected: Expectation<T>,
  structure: Structure,
  attempt: number,
): Judgement<T> {
  if (reply.refused) return unusable("refused", ["It refused to answer."]);
  if (reply.finish === "content_filter") return unusable("filtered", ["It was stopped by a content filter."]);
  const found = fitting(reply, expected.schema, structure);
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
    return unusable(`against its schema${placesOf(issues)}`, problems, { unenforced });
  }
  const problems = expected.problems?.(found.value, attempt) ?? [];
  if (problems.length === 0) return { kind: "usable", value: found.value };
  return unusable(`against its rules: ${rulesOf(problems)}`, sentencesOf(problems), { unruly: true });
}

type Fitting<T> =
  | { readonly kind: "fits"; readonly value: T }
  | { readonly kind: "misfit"; readonly value: unknown; readonly error: z.ZodError<T> }
  | { readonly kind: "none" };

/** The likeliest object of a reply that fits the schema; else the largest, which its author meant to fit. */
function fitting<T>(reply: Reply, schema: z.ZodType<T>, structure: Structure): Fitting<T> {
  const { candidates, whole } = extractJson(reply.text);
  const read = candidates.map((value) => ({ value, parsed: schema.safeParse(structure.restore(value)) }));
  // Of what was cut off, an object before the end may be a draft of the answer that is missing.
  if (whole || reply.finish !== "length")
    for (const { parsed } of read) if (parsed.success) return { kind: "fits", value: parsed.data };
  // Servers that part thinking from the answer sometimes take all of it for thinking.
  if (reply.text.trim() === "" && reply.finish === "stop" && reply.aside !== "") {
    const meant = fitting({ ...reply, text: reply.aside, aside: "" }, schema, structure);
    if (meant.kind === "fits") return meant;
  }
  const misfits = read.flatMap(({ value, parsed: { error } }) =>
    error === undefined ? [] : [{ kind: "misfit" as const, value, error }],
  );
  const sizeOf = (value: unknown) => JSON.stringify(value).length;
  return misfits.sort((one, other) => sizeOf(other.value) - sizeOf(one.value))[0] ?? { kind: "none" };
}

/** Where an answer breaks its schema, by the schema's own names: nothing that the model wrote gets into a log. */
function placesOf(issues: readonly z.core.$ZodIssue[]): string {
  const places = [...new Set(issues.map(({ path }) => path.join(".")))].filter((place) => place !== "");
  if (places.length === 0) return "";
  const more = places.length > MAX_PLACES ? " and more" : "";
  return ` at ${places.slice(0, MAX_PLACES).join(", ")}${more}`;
}

/** What follows the question when its answer was unusable: that answer, and what is wrong with it. */
export function repairMessages(reply: Reply, problems: readonly string[]): ChatCompletionMessageParam[] {
  const request = [
    "That answer can't be used:",
    ...problems.slice(0, MAX_PROBLEMS).map((problem) => `- ${beginningOf(problem, MAX_PROBLEM_LENGTH)}`),
    "Answer the question again, completely, with all of this put right.",
  ].join("\n");
  // Some servers refuse an empty message.
  const said: ChatCompletionMessageParam[] =
    reply.text.trim() === ""
      ? []
      : [{ role: "assistant", content: beginningOf(reply.text, MAX_QUOTED_ANSWER) }];
  return [...said, { role: "user", content: request }];
}

function unusable(
  fault: string,
  problems: readonly string[],
  { unenforced = false, unruly = false } = {},
): Extract<Judgement<never>, { kind: "unusable" }> {
  return { kind: "unusable", fault, problems, unenforced, unruly };
}

function lacksRequired(value: unknown, structure: Structure): boolean {
  const required = structure.schema["required"];
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(required) && required.some((name) => !Object.hasOwn(value, String(name)));
}

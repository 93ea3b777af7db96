/** Checking input against a zod schema, and saying in plain words which field broke which rule. */
import type * as z from "zod";
import { invalid, unknownField, type ApiError } from "./errors";

type Issue = z.core.$ZodIssue;

/**
 * The input as the schema types it.
 * @throws {ApiError} 400 that names the first field to break its rule
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  what: "field" | "query parameter",
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? invalid("input", "is not valid") : explain(issue, input, what);
}

function explain(issue: Issue, input: unknown, what: "field" | "query parameter"): ApiError {
  if (issue.code === "unrecognized_keys")
    return unknownField(what, pathText([...issue.path, issue.keys[0] ?? ""]));
  const field = pathText(issue.path);
  const received = at(input, issue.path);
  return received === undefined ? invalid(field, "is required") : invalid(field, rule(issue), received);
}

function rule(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${KINDS[issue.expected] ?? `a ${issue.expected}`}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must ${have(issue.origin)}at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    case "too_big":
      return `must ${have(issue.origin)}at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    default:
      return issue.message;
  }
}

const KINDS: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  string: "text",
};

function have(origin: string): string {
  return origin === "number" || origin === "int" ? "be " : "have ";
}

function unit(origin: string, count: number | bigint): string {
  const noun = origin === "array" ? " item" : origin === "string" ? " character" : "";
  return noun === "" || Number(count) === 1 ? noun : `${noun}s`;
}

function pathText(path: readonly PropertyKey[]): string {
  if (path.length === 0) return "body";
  return path
    .map((step, i) => (typeof step === "number" ? `[${step}]` : `${i > 0 ? "." : ""}${String(step)}`))
    .join("");
}

function at(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? Reflect.get(value, step)
        : undefined,
    input,
  );
}

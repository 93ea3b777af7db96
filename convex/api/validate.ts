/** Checks input against a zod schema. The error names the field and the rule in plain words. */
import type * as z from "zod";
import { invalid, unknownField, type ApiError } from "./errors";

type Issue = z.core.$ZodIssue;

/** @throws {ApiError} 400 for the first field that breaks its rule */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  kind: "field" | "query parameter",
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? invalid("input", "is not valid") : toApiError(issue, input, kind);
}

function toApiError(issue: Issue, input: unknown, kind: "field" | "query parameter"): ApiError {
  if (issue.code === "unrecognized_keys")
    return unknownField(kind, pathText([...issue.path, issue.keys[0] ?? ""]));
  const field = pathText(issue.path);
  const received = valueAt(input, issue.path);
  return received === undefined ? invalid(field, "is required") : invalid(field, rule(issue), received);
}

function rule(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? `a ${issue.expected}`}`;
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `must ${verb(issue.origin)}at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    case "too_big":
      return `must ${verb(issue.origin)}at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    default:
      return issue.message;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  array: "an array",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "an object",
  string: "text",
};

function verb(origin: string): string {
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

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? Reflect.get(value, step)
        : undefined,
    input,
  );
}

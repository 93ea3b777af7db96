/** The input of a tool: its JSON schema, kept to what every client understands, and the check of a call against it. */
import { suggestion } from "./suggestion";

interface Described {
  /** For the model that fills it in. */
  readonly description?: string;
}

/** One argument. */
export type Field = Described &
  (
    | {
        readonly type: "string";
        readonly enum?: readonly string[];
        readonly maxLength?: number;
        readonly format?: "date";
        readonly default?: string;
      }
    | {
        readonly type: "number" | "integer";
        readonly minimum?: number;
        readonly maximum?: number;
        readonly default?: number;
      }
    | { readonly type: "boolean"; readonly default?: boolean }
    | { readonly type: "object"; readonly additionalProperties?: true | { readonly type: "string" } }
    | { readonly type: "array"; readonly items: { readonly type: "string" }; readonly maxItems?: number }
  );

export interface Input {
  readonly required: readonly string[];
  /** At least one of these must be given, too. Only checked: many clients know no such rule in schemas. */
  readonly requiresOneOf?: readonly string[];
  readonly properties: Readonly<Record<string, Field>>;
}

/** As MCP lists it. */
export function jsonSchemaOf({ required, properties }: Input): object {
  return { type: "object", properties, required, additionalProperties: false };
}

export type Checked =
  | { readonly kind: "right"; readonly values: Readonly<Record<string, unknown>> }
  /** All of them, so that the model can mend its call at once. */
  | { readonly kind: "wrong"; readonly faults: readonly string[] };

/**
 * Checks a call. Forgives what has one meaning only, since models often write it: null for an optional argument, and numbers,
 * booleans and one-item lists as text. Defaults are filled in.
 */
export function checkInput(input: Input, sent: Readonly<Record<string, unknown>>): Checked {
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  const known = Object.keys(input.properties);
  for (const name of Object.keys(sent)) {
    if (!Object.hasOwn(input.properties, name)) faults.push(unknownArgument(name, known, sent));
  }
  for (const [name, field] of Object.entries(input.properties)) {
    const value = forgiving(field, sent[name]);
    if (value === undefined) {
      if ("default" in field) values[name] = field.default;
      else if (input.required.includes(name)) faults.push(`${name}: is required: ${field.description ?? ""}`);
      continue;
    }
    const rule = brokenRule(field, value);
    if (rule === null) values[name] = value;
    else faults.push(`${name}: ${rule}`);
  }
  const choice = input.requiresOneOf;
  if (choice !== undefined && !choice.some((name) => name in values || sent[name] !== undefined))
    faults.push(`one of ${choice.join(", ")} is required`);
  return faults.length === 0 ? { kind: "right", values } : { kind: "wrong", faults };
}

function unknownArgument(
  name: string,
  known: readonly string[],
  sent: Readonly<Record<string, unknown>>,
): string {
  const shown = /^[\w.-]{1,40}$/.test(name) ? `"${name}"` : "one of the arguments";
  const meant = suggestion(
    name,
    known.filter((one) => !Object.hasOwn(sent, one)),
  );
  const advice =
    meant !== null
      ? `did you mean "${meant}"?`
      : known.length === 0
        ? "the tool takes none"
        : `the tool takes ${known.join(", ")}`;
  return `${shown} is unknown: ${advice}`;
}

function forgiving({ type }: Field, value: unknown): unknown {
  if (value === null) return undefined;
  if (type === "string" && typeof value === "number") return String(value);
  if (typeof value !== "string") return value;
  const text = value.trim();
  if ((type === "number" || type === "integer") && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return type === "array" && text !== "" && !text.startsWith("[") ? [value] : value;
}

/** What a value must be and is not, or null. Texts are not repeated: they may hold secrets. */
function brokenRule(field: Field, value: unknown): string | null {
  switch (field.type) {
    case "string": {
      if (typeof value !== "string") return "must be text";
      if (field.enum !== undefined && !field.enum.includes(value))
        return `must be one of ${field.enum.join(", ")}`;
      if (value.trim() === "") return "must not be blank";
      if (field.format === "date" && Number.isNaN(millisecondsOf(value)))
        return "must be a date, such as 2026-03-29 or 2026-03-29T14:30Z";
      const length = Array.from(value.trim()).length;
      return field.maxLength !== undefined && length > field.maxLength
        ? `must have at most ${field.maxLength} characters; it has ${length}`
        : null;
    }
    case "number":
    case "integer": {
      const { type, minimum = -Infinity, maximum = Infinity } = field;
      const isRight =
        typeof value === "number" &&
        (type === "number" ? Number.isFinite(value) : Number.isInteger(value)) &&
        value >= minimum &&
        value <= maximum;
      if (isRight) return null;
      const received = typeof value === "number" ? `; received ${value}` : "";
      return `must be ${type === "integer" ? "a whole number" : "a number"}${range(minimum, maximum)}${received}`;
    }
    case "boolean":
      return typeof value === "boolean" ? null : "must be true or false";
    case "object": {
      if (typeof value !== "object" || Array.isArray(value)) return "must be an object";
      const isOfTexts = typeof field.additionalProperties === "object";
      return isOfTexts && Object.values(value ?? {}).some((one) => typeof one !== "string")
        ? "must have texts as values"
        : null;
    }
    case "array":
      if (!Array.isArray(value) || value.length === 0 || value.some((one) => typeof one !== "string"))
        return "must be a list of texts";
      return field.maxItems !== undefined && value.length > field.maxItems
        ? `must have at most ${field.maxItems} items; it has ${value.length}`
        : null;
  }
}

/** Of a date, or of milliseconds since 1970 as text; NaN for neither. */
export function millisecondsOf(text: string): number {
  return /^\d{5,}$/.test(text) ? Number(text) : Date.parse(text);
}

function range(minimum: number, maximum: number): string {
  if (Number.isFinite(minimum) && Number.isFinite(maximum)) return ` from ${minimum} to ${maximum}`;
  return Number.isFinite(minimum) ? `, at least ${minimum}` : "";
}

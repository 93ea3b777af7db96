/** A thrown value as text. Any value can be thrown, and describing it must never fail. */
import { inspect } from "node:util";

/** `Name: message` of an error, or the value itself. */
export function errorText(thrown: unknown): string {
  try {
    return isErrorLike(thrown)
      ? `${valueText(thrown.name)}: ${valueText(thrown.message)}`
      : valueText(thrown);
  } catch {
    return "a value that can't be printed";
  }
}

/** Whether a value is an error, including errors of other realms and of libraries with their own class. */
export function isErrorLike(thrown: unknown): thrown is Error {
  if (thrown instanceof Error) return true;
  return typeof thrown === "object" && thrown !== null && "message" in thrown && "name" in thrown;
}

function valueText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value) ?? "undefined";
  } catch {
    // Some values have no JSON: bigints, circular objects, objects without a prototype.
    return inspect(value, { breakLength: Infinity });
  }
}

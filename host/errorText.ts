/** What was thrown, as text: it may be anything, and to tell of it must never fail. */
import { inspect } from "node:util";

/** `Name: message` of an error, or the value itself. */
export function errorText(thrown: unknown): string {
  try {
    return isErrorLike(thrown)
      ? `${valueText(thrown.name)}: ${valueText(thrown.message)}`
      : valueText(thrown);
  } catch {
    return "something that can't be shown";
  }
}

/** Whether it is an error, also one of another realm or of a library that brings its own class. */
export function isErrorLike(thrown: unknown): thrown is Error {
  if (thrown instanceof Error) return true;
  return typeof thrown === "object" && thrown !== null && "message" in thrown && "name" in thrown;
}

function valueText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value) ?? "undefined";
  } catch {
    // Not everything is JSON: a bigint, what holds itself, an object without a prototype.
    return inspect(value, { breakLength: Infinity });
  }
}

/** What a failure means for the exit code, and what the person can do. */
import { AnimaError } from "../client";
import {
  EXIT_BUSY,
  EXIT_FAILED,
  EXIT_NOT_FOUND,
  EXIT_UNAUTHORIZED,
  EXIT_UNREACHABLE,
  EXIT_USAGE,
} from "./exit";

/** A failure of the command itself, told to the person as it is. */
export class CommandError extends Error {
  override readonly name = "CommandError";

  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_FAILED) {
    super(message);
    this.exitCode = exitCode;
  }
}

export function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof CommandError) return thrown.exitCode;
  if (!(thrown instanceof AnimaError)) return isUnreachable(thrown) ? EXIT_UNREACHABLE : EXIT_FAILED;
  switch (thrown.code) {
    case "UNAUTHORIZED":
      return EXIT_UNAUTHORIZED;
    case "NOT_FOUND":
      return EXIT_NOT_FOUND;
    case "VALIDATION_ERROR":
      return EXIT_USAGE;
    case "RATE_LIMITED":
    case "TICK_IN_PROGRESS":
      return EXIT_BUSY;
    default:
      return EXIT_FAILED;
  }
}

/** One or two lines: what went wrong, and what to do. */
export function explain(thrown: unknown): string {
  if (thrown instanceof AnimaError) {
    const advice =
      thrown.code === "UNAUTHORIZED"
        ? "\nSet ANIMA_TOKEN to a token of that class: TICK_TOKEN, WRITE_TOKEN and READ_TOKEN are in the service's settings file."
        : "";
    return `${thrown.code ?? thrown.status}: ${thrown.error}${advice}`;
  }
  if (isUnreachable(thrown))
    return `the service can't be reached (${reason(thrown)})\nStart it with "anima start", or name another with --url or ANIMA_URL.`;
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** `fetch` throws a TypeError whose cause is the socket's error. */
function isUnreachable(thrown: unknown): boolean {
  return thrown instanceof TypeError && thrown.message === "fetch failed";
}

function reason(thrown: unknown): string {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined;
  return cause instanceof Error ? ("code" in cause ? String(cause.code) : cause.message) : "no answer";
}

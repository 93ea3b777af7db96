/** What the client throws for an answer that is no success. */
import type { ErrorBody } from "./types";

/** The service's words for what can go wrong. */
export type ErrorCode = ErrorBody["code"];

/** The service, or something on the way to it, refused a request. */
export class AnimaError extends Error {
  override readonly name = "AnimaError";
  /** HTTP's; 0 for a redirect in a browser, which does not tell it. */
  readonly status: number;
  /** Null where the answer is not of the service's making: a proxy's, for instance. */
  readonly code: ErrorCode | null;
  /** For people: which field, which rule, what was received. */
  readonly error: string;
  /** Under it the service's log tells of the request. */
  readonly requestId: string | null;

  constructor(answer: { status: number; code: ErrorCode | null; error: string; requestId: string | null }) {
    super(`${answer.status} ${answer.code ?? "unknown"}: ${answer.error}`);
    this.status = answer.status;
    this.code = answer.code;
    this.error = answer.error;
    this.requestId = answer.requestId;
  }
}

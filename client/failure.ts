/** The error that the client throws. */
import type { ErrorBody } from "./types";

/** The service's error codes. */
export type ErrorCode = ErrorBody["code"];

/** The service, or a proxy on the way to it, refused a request. */
export class AnimaError extends Error {
  override readonly name = "AnimaError";
  /** The HTTP status; 0 for a redirect in a browser, which hides it. */
  readonly status: number;
  /** Null where the answer is not the service's, but a proxy's for instance. */
  readonly code: ErrorCode | null;
  /** For people: the field, the rule and the received value. */
  readonly error: string;
  /** The id of the request in the service's log. */
  readonly requestId: string | null;

  constructor(answer: { status: number; code: ErrorCode | null; error: string; requestId: string | null }) {
    super(`${answer.status} ${answer.code ?? "unknown"}: ${answer.error}`);
    this.status = answer.status;
    this.code = answer.code;
    this.error = answer.error;
    this.requestId = answer.requestId;
  }
}

/** Outcomes as JSON text for the wire. The engine's values are spliced in unparsed. */
import type { ConvexJson, Outcome } from "../types";
import { encodeTs } from "./versions";

function errorData(data: ConvexJson | undefined): string {
  return data === undefined ? "" : `,"errorData":${JSON.stringify(data)}`;
}

function logLinesJson(lines: readonly string[]): string {
  return lines.length === 0 ? "[]" : JSON.stringify(lines);
}

/** A query's result in a Transition, without the query id, so that all subscribers share one text. */
export function queryModification(outcome: Outcome, journal: string | null): string {
  const rest = `,"logLines":${logLinesJson(outcome.logLines)},"journal":${JSON.stringify(journal)}`;
  if (outcome.ok) return `"type":"QueryUpdated","value":${outcome.value}${rest}`;
  const { message, data } = outcome.error;
  return `"type":"QueryFailed","errorMessage":${JSON.stringify(message)}${errorData(data)}${rest}`;
}

function response(type: string, requestId: number, outcome: Outcome, ts: string): string {
  const head = `{"type":"${type}","requestId":${requestId},"success":${outcome.ok}`;
  const tail = `,"logLines":${logLinesJson(outcome.logLines)}}`;
  if (outcome.ok) return `${head},"result":${outcome.value}${ts}${tail}`;
  return `${head},"result":${JSON.stringify(outcome.error.message)}${errorData(outcome.error.data)}${tail}`;
}

export function mutationResponse(requestId: number, outcome: Outcome & { readonly ts: bigint }): string {
  return response("MutationResponse", requestId, outcome, `,"ts":"${encodeTs(outcome.ts)}"`);
}

export function actionResponse(requestId: number, outcome: Outcome): string {
  return response("ActionResponse", requestId, outcome, "");
}

/** The body of an HTTP API response. */
export function httpResult(outcome: Outcome): string {
  const tail = `,"logLines":${logLinesJson(outcome.logLines)}}`;
  if (outcome.ok) return `{"status":"success","value":${outcome.value}${tail}`;
  const { message, data } = outcome.error;
  return `{"status":"error","errorMessage":${JSON.stringify(message)}${errorData(data)}${tail}`;
}

/** The outcome of a call that the rights of its caller forbid. */
export function refusedOutcome(message: string): Outcome {
  return { ok: false, error: { message }, logLines: [] };
}

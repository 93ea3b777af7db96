/** How wide vectors are kept, and which endpoints have to be asked for that width. */
import type { Endpoint } from "../settings";
import { PerEndpoint } from "./perEndpoint";

/** Numbers in a vector as it is stored: the width of the vector indexes. */
export const WIDTH = 1536;

interface Wide {
  /** What the model makes unasked. */
  readonly width: number;
  /** Whether the endpoint has narrowed its vectors when asked to. */
  readonly narrows: boolean;
}

// A server that learns to narrow its vectors is found out at the next start.
const wideEndpoints = new PerEndpoint<Wide>();

/** What to ask an endpoint for; nothing unless its vectors were found too wide, as many models refuse the question. */
export function dimensionsFor(endpoint: Endpoint): number | undefined {
  return wideEndpoints.get(endpoint) === undefined ? undefined : WIDTH;
}

/** Keeps that the endpoint makes vectors of this width, more than `WIDTH`, when it is not asked for another. */
export function rememberWide(endpoint: Endpoint, width: number): void {
  wideEndpoints.set(endpoint, { width, narrows: false });
}

/** Keeps that the endpoint answered in a width that fits. */
export function proveWidth(endpoint: Endpoint): void {
  const wide = wideEndpoints.get(endpoint);
  if (wide !== undefined) wideEndpoints.set(endpoint, { ...wide, narrows: true });
}

/** The endpoint's own width where that is too wide and it has not narrowed it yet, else null. */
export function unnarrowedWidth(endpoint: Endpoint): number | null {
  const wide = wideEndpoints.get(endpoint);
  return wide === undefined || wide.narrows ? null : wide.width;
}

/** Transitions too large for one frame travel in parts, which the client joins again. */

/** In UTF-16 code units, the measure the client's own warnings use. */
const MAX_FRAME_CHARS = 5 * 1024 * 1024;

/** The frames that carry a Transition's JSON text: itself, or numbered TransitionChunks. */
export function transitionFrames(
  transition: string,
  transitionId: string,
  maxChars = MAX_FRAME_CHARS,
): string[] {
  if (transition.length <= maxChars) return [transition];
  const parts: string[] = [];
  for (let start = 0; start < transition.length;) {
    const end = chunkEnd(transition, start, maxChars);
    parts.push(transition.slice(start, end));
    start = end;
  }
  return parts.map((chunk, partNumber) =>
    JSON.stringify({ type: "TransitionChunk", chunk, partNumber, totalParts: parts.length, transitionId }),
  );
}

/** A surrogate pair stays together, so that every part is well-formed text by itself. */
function chunkEnd(text: string, start: number, maxChars: number): number {
  const end = Math.min(start + maxChars, text.length);
  if (end === text.length || end - start < 2) return end;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

/** Splits transitions that are too large for one frame; the client joins the parts. */

/** In UTF-16 code units, the measure the client's own warnings use. */
const MAX_FRAME_CHARS = 5 * 1024 * 1024;

/** The frames for a Transition's JSON text: the text itself, or numbered TransitionChunks. */
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

/** Never splits a surrogate pair, so that every part is well-formed text. */
function chunkEnd(text: string, start: number, maxChars: number): number {
  const end = Math.min(start + maxChars, text.length);
  if (end === text.length || end - start < 2) return end;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
}

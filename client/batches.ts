/** Lines of an import in requests of bounded size. */

const MAX_LINES = 2_000;
/** A request may have 1 MiB. */
const MAX_BYTES = 1_000_000;

/** The lines in order, as many in each batch as one request takes. */
export async function* batchesOf(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string[]> {
  const encoder = new TextEncoder();
  let batch: string[] = [];
  let bytes = 0;
  for await (const line of lines) {
    const length = encoder.encode(line).byteLength + 1;
    if (batch.length > 0 && (batch.length === MAX_LINES || bytes + length > MAX_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(line);
    bytes += length;
  }
  if (batch.length > 0) yield batch;
}

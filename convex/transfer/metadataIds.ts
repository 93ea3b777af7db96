/** Ids in the metadata of memories: the thought or the event that one was made from (thoughts/thoughts, mind/tick/learning). */

const TABLES = { thoughtId: ["thoughts"], eventId: ["events"] } as const;
const NAMED = /"(thoughtId|eventId)":"([^"\s]{1,64})"/g;

/** The ids in the metadata of a row, with their tables. */
export function idsInMetadata({ metadata = "" }: { readonly metadata?: string }) {
  return [...metadata.matchAll(NAMED)].map(([, name, id = ""]): [string, readonly string[]] => [
    id,
    TABLES[name as keyof typeof TABLES],
  ]);
}

/** The row, with the ids in its metadata renamed where their rows are here. */
export function withMetadata<Row extends { readonly metadata?: string }>(
  row: Row,
  rows: ReadonlyMap<string, string>,
): Row {
  if (row.metadata === undefined) return row;
  const metadata = row.metadata.replace(NAMED, (text, name: string, id: string) => {
    const here = rows.get(id) ?? "";
    return here === "" ? text : `"${name}":"${here}"`;
  });
  return { ...row, metadata };
}

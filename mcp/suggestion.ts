/** Guesses which argument a model meant by a name that the tool does not have. */

/** Names that other memory tools use for the same thing. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["query", "q", "question", "search", "searchtext", "keywords", "words", "text", "term", "prompt"],
  ["content", "text", "memory", "fact", "body", "message", "statement", "value", "data", "document", "event"],
  ["note", "message", "text", "content", "question", "prompt", "body"],
  ["memoryid", "id", "memory", "sourceid", "key"],
  ["targetid", "target", "to", "othermemoryid"],
  ["ids", "id", "memoryid", "memoryids", "memories"],
  ["scope", "project", "namespace", "user", "userid", "workspace", "repository", "owner"],
  ["limit", "topk", "k", "count", "n", "max", "maxresults", "size", "numresults"],
  ["threshold", "minscore", "minsimilarity", "score", "cutoff"],
  ["from", "sender", "author", "user", "name"],
  ["type", "kind", "category", "memorytype"],
  ["title", "name", "heading"],
  ["source", "url", "path", "file", "address"],
  ["remindat", "when", "at", "time", "due", "date"],
];

/** The known name that was most likely meant, or null. */
export function suggestion(unknown: string, known: readonly string[]): string | null {
  const name = plain(unknown);
  const same = known.find((one) => plain(one) === name);
  if (same !== undefined) return same;
  for (const words of SYNONYMS) {
    if (!words.includes(name)) continue;
    const meant = known.find((one) => plain(one) === words[0]);
    if (meant !== undefined) return meant;
  }
  const near = known.filter((one) => distance(plain(one), name) <= 2);
  return near[0] ?? null;
}

/** `memory_id` and `memoryId` are one name. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** Levenshtein's edit distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

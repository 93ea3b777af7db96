/** The metadata of memories, as JSON text: Convex field names can't be arbitrary keys. */

/**
 * The metadata of a new memory: the caller's, and what was found in its text, unless the caller used the same keys. Found are
 * `entities`, and `language: "other"` for a text that is not English, whose sentiment is meaningless.
 */
export function withDetected(
  metadata: string | undefined,
  { entities, isEnglish = true }: { entities: readonly string[]; isEnglish?: boolean },
): { metadata?: string } {
  const given = metadata === undefined ? {} : read(metadata);
  const found = {
    ...(entities.length === 0 ? {} : { entities }),
    ...(isEnglish ? {} : { language: "other" }),
  };
  if (Object.keys(found).every((key) => Object.hasOwn(given, key)))
    return metadata === undefined ? {} : { metadata };
  return { metadata: JSON.stringify({ ...given, ...found, ...given }) };
}

/** A memory's metadata without what `withDetected` found in its text. */
export function withoutDetected({
  metadata = "{}",
  entities,
}: {
  readonly metadata?: string | undefined;
  readonly entities: readonly string[];
}): string {
  const { entities: listed, language, ...rest } = read(metadata);
  return JSON.stringify({
    ...rest,
    ...(listed === undefined || JSON.stringify(listed) === JSON.stringify(entities)
      ? {}
      : { entities: listed }),
    ...(language === undefined || language === "other" ? {} : { language }),
  });
}

/** Parses metadata. */
export function read(metadata: string): Readonly<Record<string, unknown>> {
  return JSON.parse(metadata);
}

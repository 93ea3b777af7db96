/** The strings in JSON texts, such as metadata. */

/** All strings in JSON text: keys and values. */
export function stringsIn(json: string | undefined): string[] {
  return json === undefined ? [] : stringsOf(JSON.parse(json));
}

/** All strings in a JSON value. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...stringsOf(inner),
  ]);
}

/** What the rows of idempotency keys imply, and the function that writes them. */
import { stringsOf } from "../lib/jsonText";
import { writerOf, type Table } from "../lib/rows";

/** How long an idempotency key is valid. */
export const KEY_KEPT_MS = 24 * 60 * 60 * 1_000;

export const idempotency: Table<"idempotency"> = {
  name: "idempotency",
  travels: { not: "is work in progress, which ends here" },
  texts: ({ response }) => (response === "" ? [] : stringsOf(JSON.parse(response))),
  expires: ({ db }, now) =>
    db.query("idempotency").withIndex("by_createdAt", (q) => q.lte("createdAt", now - KEY_KEPT_MS)),
};
export const writeAnswer = writerOf(idempotency);

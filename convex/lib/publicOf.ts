/** The public form of a row: the fields of a validator. */
import { pick } from "convex-helpers";

/** A function that keeps of a row what `validator` names. Fields that callers see in another form are passed in that form. */
export function publicOf<T extends object>(validator: { readonly type: T; readonly fields: object }) {
  const names = Object.keys(validator.fields) as (keyof T)[];
  return (row: T) => pick(row, names) as T;
}

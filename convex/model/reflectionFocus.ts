/** What a reflection was asked about, as it stands in the metadata of its memory. */
import { normalForm } from "../../mind/duplicates/normalForm";
import { REFLECTION_DEPTHS, type ReflectionDepth, type ReflectionType } from "../../mind/enums";
import * as Metadata from "./metadata";

/** What stands in a reflection's metadata in place of a focus where there was none. */
export const unprompted = (depth: ReflectionDepth, type: ReflectionType) => `${depth} ${type} reflection`;

/** Whether a reflection of `type` was made on `focus`, in whatever letters; without one, at whatever depth. */
export function isOnFocus(
  { metadata }: { readonly metadata?: string | undefined },
  type: ReflectionType,
  focus: string | null,
): boolean {
  const { context } = Metadata.read(metadata ?? "{}");
  if (focus === null) return REFLECTION_DEPTHS.some((depth) => context === unprompted(depth, type));
  return typeof context === "string" && normalForm(context) === normalForm(focus);
}

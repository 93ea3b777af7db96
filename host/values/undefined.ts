/** `undefined` in the places where Convex JSON has a form for it: patches, filters and ranges. */
import type { ConvexJson } from "../types";

/** Whether a value is `{"$undefined": null}`, as a patch, a filter or a range says `undefined`. */
export function isUndefined(value: ConvexJson | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "$undefined" in value;
}

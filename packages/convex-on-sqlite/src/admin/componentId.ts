/** The argument by which the dashboard names a component. The host has moved there before the call. */
import { v } from "convex/values";

export const componentId = v.optional(v.union(v.string(), v.null()));

/** The files of GET /docs. Apart from the console's, so that only requests for them load them. */
import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import { files } from "./viewerBuild";

/** A file of the build by its path, gzip in base64; null for an unknown path. */
export const file = internalQuery({
  args: { path: v.string() },
  returns: v.union(v.null(), v.object({ type: v.string(), gzip: v.string() })),
  handler: (_ctx, { path }) => (Object.hasOwn(files, path) ? (files[path] ?? null) : null),
});

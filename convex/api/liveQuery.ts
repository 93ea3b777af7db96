/** Live queries: what Convex clients may call. Where READ_TOKEN is set, they need a token, as every GET does. */
import { customQuery } from "convex-helpers/server/customFunctions";
import { ConvexError, v } from "convex/values";
import { query } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import { holderOf, needsToken } from "./caller";
import type { ErrorCode } from "./errors";

/**
 * Defines a public query with the argument `token` besides its own.
 * @throws {ConvexError} with an error of the catalogue as its data, where a token is needed and this is none
 */
export const liveQuery = customQuery(query, {
  args: { token: v.optional(v.string()) },
  input: async (_ctx, { token }) => {
    const settings = currentSettings();
    if (needsToken("read", settings) && (await holderOf(token ?? "", "read", settings)) === null) {
      const code: ErrorCode = "UNAUTHORIZED";
      throw new ConvexError({ success: false, error: "token: must be a valid token", code });
    }
    return { ctx: {}, args: {} };
  },
});

/** A write behind the rate limiter component. */
import { RateLimiter, SECOND } from "@convex-dev/rate-limiter";
import type { ComponentApi } from "@convex-dev/rate-limiter/_generated/component.js";
import { componentsGeneric } from "convex/server";
import { v } from "convex/values";
import { mutation } from "./functions";
import { BODY, NEW_GROUP } from "./sizes";

// As code generation would declare it.
const components = componentsGeneric() as unknown as { rateLimiter: ComponentApi<"rateLimiter"> };

// More than any machine can use: only the check is measured.
const limiter = new RateLimiter(components.rateLimiter, {
  insert: { kind: "token bucket", rate: 1_000_000_000, period: SECOND },
});

export const insert = mutation({
  args: { at: v.number() },
  handler: async (ctx, { at }) => {
    await limiter.limit(ctx, "insert", { throws: true });
    return ctx.db.insert("documents", { group: NEW_GROUP, at, body: BODY });
  },
});

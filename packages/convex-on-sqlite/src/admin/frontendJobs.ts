/** The dashboard's list of scheduled functions. */
import { paginationOptsValidator, queryGeneric as query } from "convex/server";
import { convexToJson, v, type Value } from "convex/values";
import { functionName } from "../engine/addresses";
import { componentId } from "./componentId";
import { moduleAndExport } from "./functions";
import type { SystemModules } from "./systemFunctions";

const MAX_ROWS_READ = 4_000;

export function jobModules(): SystemModules {
  return {
    paginatedScheduledJobs: {
      default: query({
        args: { componentId, paginationOpts: paginationOptsValidator, udfPath: v.optional(v.string()) },
        handler: async (ctx, { paginationOpts, udfPath }) => {
          const { page, ...rest } = await ctx.db.system
            .query("_scheduled_functions")
            .order("asc")
            .filter((q) => {
              const kind = q.field("state.kind");
              const open = q.or(q.eq(kind, "pending"), q.eq(kind, "inProgress"));
              return udfPath === undefined ? open : q.and(open, q.eq(q.field("name"), functionName(udfPath)));
            })
            .paginate({ ...paginationOpts, maximumRowsRead: MAX_ROWS_READ });
          return { page: page.map(jobOf), ...rest };
        },
      }),
    },
    scheduler: {
      getArgs: query({
        args: { componentId, argsId: v.string() },
        handler: async (ctx, { argsId }) => {
          const id = ctx.db.system.normalizeId("_scheduled_functions", argsId);
          const job = id === null ? null : await ctx.db.system.get(id);
          return job === null
            ? null
            : { _id: argsId, _creationTime: job._creationTime, args: bytesOf(job.args) };
        },
      }),
    },
  };
}

interface JobDocument {
  readonly _id: string;
  readonly _creationTime: number;
  readonly name: string;
  readonly scheduledTime: number;
  readonly state: { readonly kind: string };
}

function jobOf({ _id, _creationTime, name, scheduledTime, state }: JobDocument): Record<string, Value> {
  return {
    _id,
    _creationTime,
    nextTs: nanoseconds(scheduledTime),
    udfPath: moduleAndExport(name),
    state: { type: state.kind },
    udfArgs: null,
    argsId: _id,
  };
}

export function nanoseconds(ms: number): bigint {
  return BigInt(Math.round(ms)) * 1_000_000n;
}

/** Arguments as the bytes of their JSON. */
export function bytesOf(args: Value): ArrayBuffer {
  return new TextEncoder().encode(JSON.stringify(convexToJson(args))).buffer as ArrayBuffer;
}

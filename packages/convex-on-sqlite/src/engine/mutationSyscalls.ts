/** The syscalls of a mutation: those of a query, writing, and scheduling. */
import type { Tablet } from "../store/tablets";
import type { ConvexJson, ConvexObject } from "../types";
import { tryClassify } from "../values/classify";
import { QuerySyscalls } from "./querySyscalls";
import { cancelFunction, scheduleFunction, type ScheduleArgs } from "./schedule";

interface WriteArgs {
  readonly id: string;
  readonly value: ConvexJson;
  readonly table?: string;
}

export class MutationSyscalls extends QuerySyscalls {
  protected override inTransaction(op: string, args: unknown): unknown {
    switch (op) {
      case "1.0/insert": {
        const { table, value } = args as { table: string; value: ConvexJson };
        return { _id: this.transaction.insert(this.componentPath, table, objectOf(value)) };
      }
      case "1.0/shallowMerge": {
        const { id, value, table } = args as WriteArgs;
        this.transaction.patch(this.writable("patch", id, table), id, objectOf(value));
        return null;
      }
      case "1.0/replace": {
        const { id, value, table } = args as WriteArgs;
        this.transaction.replace(this.writable("replace", id, table), id, objectOf(value));
        return null;
      }
      case "1.0/remove": {
        const { id, table } = args as WriteArgs;
        this.transaction.remove(this.writable("delete", id, table), id);
        return null;
      }
      case "1.0/schedule":
        return scheduleFunction(
          this.transaction,
          this.caller.app,
          this.componentPath,
          args as ScheduleArgs,
          this.caller.scope.meta.scheduledFunctionId,
        );
      case "1.0/cancel_job":
        cancelFunction(this.transaction, this.componentPath, (args as { id: string }).id);
        return null;
      default:
        return super.inTransaction(op, args);
    }
  }

  private writable(operation: "patch" | "replace" | "delete", id: string, table: string | undefined): Tablet {
    const tablet = this.transaction.tabletOfId(this.componentPath, id, table, operation);
    if (tablet === null) {
      throw new Error(`${operation === "delete" ? "Delete" : "Update"} on nonexistent document ID ${id}`);
    }
    if (tablet.isSystem) throw new Error("System tables (prefixed with `_`) are read-only.");
    return tablet;
  }

  protected override mayRun(): boolean {
    return true;
  }
}

/** Accepts objects only. Malformed Convex values are rejected later, where documents are validated. */
function objectOf(value: ConvexJson): ConvexObject {
  const kind = tryClassify(value)?.kind;
  if (kind !== undefined && kind !== "object") throw new Error("Value must be an Object");
  return value as ConvexObject;
}

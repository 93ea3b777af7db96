/** Records calls of queries and mutations with the results of their syscalls, for replay without a database. */
import * as z from "zod";
import { type CallObserver, type SyscallHandler, toJsonText } from "convex-on-sqlite/testing";

/** A syscall of a function; `error` if it was rejected. */
export interface RecordedSyscall {
  readonly op: string;
  /** JSON text of its arguments. */
  readonly args: string;
  answer: string;
  error?: { readonly message: string; readonly data?: unknown };
}

/** The usage of a transaction, with the names of `ctx.meta.getTransactionMetrics()`. */
export type Usage = Readonly<Record<string, number>>;

/** A recorded call. */
export interface RecordedCall {
  /** `module:export` of the app. */
  readonly name: string;
  readonly kind: "query" | "mutation";
  /** JSON text of the one-element argument list. */
  readonly args: string;
  readonly startedAt: number;
  readonly syscalls: readonly RecordedSyscall[];
  readonly usage: Usage;
  /** Its duration in milliseconds, including the database, by which calls are selected for replay. */
  readonly ms: number;
}

/** Recorded calls per function: the slowest, and the one with the largest arguments. */
const KEPT = 2;

const metrics = z.record(z.string(), z.object({ used: z.number() }));

/** The most expensive calls of each function so far. */
export class Recording {
  readonly #calls = new Map<string, RecordedCall[]>();

  /** Records a host's calls, except those of component functions, which run in other contexts. */
  readonly observe: CallObserver = (fn, argsText, syscalls) => {
    const { kind, address } = fn;
    if ((kind !== "query" && kind !== "mutation") || address.componentPath !== "")
      return { syscalls, end: () => {} };
    const made: RecordedSyscall[] = [];
    const startedAt = Date.now();
    const from = performance.now();
    return {
      syscalls: recorded(syscalls, made),
      end: () => {
        const ms = performance.now() - from;
        const used = metrics.parse(syscalls.asyncSyscall("1.0/getTransactionMetrics", {}));
        const usage = Object.fromEntries(Object.entries(used).map(([name, { used }]) => [name, used]));
        this.#keep({ name: address.name, kind, args: `[${argsText}]`, startedAt, syscalls: made, usage, ms });
      },
    };
  };

  #keep(call: RecordedCall): void {
    const calls = [...(this.#calls.get(call.name) ?? []), call];
    const costliest = [...calls].sort((a, b) => b.ms - a.ms).slice(0, KEPT);
    const largest = [...calls].sort((a, b) => b.args.length - a.args.length).slice(0, 1);
    this.#calls.set(call.name, [...new Set([...costliest, ...largest])]);
  }

  /** The recorded calls by function name. */
  get calls(): RecordedCall[] {
    return [...this.#calls.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, calls]) => calls);
  }
}

/** `syscalls`, with their results recorded in the order of the calls. */
function recorded(syscalls: SyscallHandler, made: RecordedSyscall[]): SyscallHandler {
  const noted = (op: string, args: unknown): RecordedSyscall => {
    const entry: RecordedSyscall = { op, args: JSON.stringify(args), answer: "null" };
    made.push(entry);
    return entry;
  };
  const failed = (entry: RecordedSyscall, thrown: unknown): void => {
    const data =
      typeof thrown === "object" && thrown !== null && "data" in thrown ? { data: thrown.data } : {};
    entry.error = { message: thrown instanceof Error ? thrown.message : String(thrown), ...data };
  };
  return {
    syscall: (op, args) => {
      const entry = noted(op, args);
      const answer = syscalls.syscall(op, args);
      entry.answer = toJsonText(answer);
      return answer;
    },
    asyncSyscall: (op, args) => {
      const entry = noted(op, args);
      try {
        const answer = syscalls.asyncSyscall(op, args);
        if (!(answer instanceof Promise)) {
          entry.answer = toJsonText(answer);
          return answer;
        }
        return answer.then(
          (value: unknown) => {
            entry.answer = toJsonText(value);
            return value;
          },
          (thrown: unknown) => {
            failed(entry, thrown);
            throw thrown;
          },
        );
      } catch (thrown) {
        failed(entry, thrown);
        throw thrown;
      }
    },
  };
}

/** Records the calls of queries and mutations, with every answer that they got, so that they can be run again without a database. */
import * as z from "zod";
import { toJsonText, type SyscallHandler } from "../../host/engine/context";
import type { CallObserver } from "../../host/engine/callObserver";

/** One syscall as a function made it; `error` is what it was rejected with. */
export interface RecordedSyscall {
  readonly op: string;
  /** JSON text of its arguments. */
  readonly args: string;
  answer: string;
  error?: { readonly message: string; readonly data?: unknown };
}

/** What a transaction used, by the names of `ctx.meta.getTransactionMetrics()`. */
export type Usage = Readonly<Record<string, number>>;

/** One call, ready to be run again. */
export interface RecordedCall {
  /** `module:export` of the app. */
  readonly name: string;
  readonly kind: "query" | "mutation";
  /** JSON text of the one-element argument list. */
  readonly args: string;
  readonly startedAt: number;
  readonly syscalls: readonly RecordedSyscall[];
  readonly usage: Usage;
  /** Milliseconds that it took here, database included: which calls are worth replaying. */
  readonly ms: number;
}

/** Calls kept of each function: the longest here, and the one that was given most. */
const KEPT = 2;

const metrics = z.record(z.string(), z.object({ used: z.number() }));

/** The costliest calls of each function so far. */
export class Recording {
  readonly #calls = new Map<string, RecordedCall[]>();

  /** Watches a host's calls. Functions of components run in contexts of their own and are left out. */
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

  /** The calls kept, by the functions' names. */
  get calls(): RecordedCall[] {
    return [...this.#calls.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, calls]) => calls);
  }
}

/** `syscalls`, whose answers are written down in the order of the asking. */
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

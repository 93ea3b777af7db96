/** Lets a tool observe calls: the arguments of each function, and its syscalls with their results. Unused in the service. */
import type { LoadedFunction } from "../types";
import type { SyscallHandler } from "./context";

/** Observes one call from its beginning. */
export type CallObserver = (
  fn: LoadedFunction,
  argsText: string,
  syscalls: SyscallHandler,
) => { readonly syscalls: SyscallHandler; readonly end: () => void };

let observer: CallObserver | null = null;

/** Observes every call of this process from now on; null stops it. */
export function setCallObserver(watch: CallObserver | null): void {
  observer = watch;
}

/** Whether every call has to run, even where its result is known. */
export function areCallsObserved(): boolean {
  return observer !== null;
}

/** The syscall handler to use for a call, and a callback for its end. */
export function observeCall(
  fn: LoadedFunction,
  argsText: string,
  syscalls: SyscallHandler,
): ReturnType<CallObserver> {
  return observer === null ? { syscalls, end: () => {} } : observer(fn, argsText, syscalls);
}

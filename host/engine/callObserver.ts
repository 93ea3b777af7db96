/** Lets a tool watch calls: what a function was given, and every syscall that it made with its answer. Nothing watches a service. */
import type { LoadedFunction } from "../types";
import type { SyscallHandler } from "./context";

/** Watches one call from its beginning. */
export type CallObserver = (
  fn: LoadedFunction,
  argsText: string,
  syscalls: SyscallHandler,
) => { readonly syscalls: SyscallHandler; readonly end: () => void };

let observer: CallObserver | null = null;

/** Has `watch` observe every call of this process from now on; null ends it. */
export function setCallObserver(watch: CallObserver | null): void {
  observer = watch;
}

/** The handler that a call's syscalls go to, and what is to be called at its end. */
export function observeCall(
  fn: LoadedFunction,
  argsText: string,
  syscalls: SyscallHandler,
): ReturnType<CallObserver> {
  return observer === null ? { syscalls, end: () => {} } : observer(fn, argsText, syscalls);
}

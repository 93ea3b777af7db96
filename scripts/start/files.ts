/** Checks the limit of open files. */
import { descriptorLimit } from "convex-on-sqlite/process";
import { StartError } from "./start-error";

/** An idle service has about thirty open files. With a lower limit, the last ones fail with misleading errors. */
const MIN_OPEN_FILES = 64;

/** @throws {StartError} if the limit is too low */
export function requireFileLimit(most = descriptorLimit()): void {
  if (most >= MIN_OPEN_FILES) return;
  throw new StartError(
    `this process may open only ${most} files: allow it ${MIN_OPEN_FILES} or more (ulimit -n, or LimitNOFILE under systemd)`,
  );
}

/** Whether the process may open as many files as a start takes. */
import { descriptorLimit } from "../../host/net/connectionLimit";
import { StartError } from "./start-error";

/** An idle service has some thirty open. With fewer, whatever is opened last fails, and its words tell of something else. */
const MIN_OPEN_FILES = 64;

/** @throws {StartError} where the system allows fewer */
export function requireFileLimit(most = descriptorLimit()): void {
  if (most >= MIN_OPEN_FILES) return;
  throw new StartError(
    `this process may open only ${most} files: allow it ${MIN_OPEN_FILES} or more (ulimit -n, or LimitNOFILE under systemd)`,
  );
}

/** Limits open connections, so that the process always has file descriptors for its database and its own requests. */
import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import { ThrottledLog, type Logger } from "../log";

/** For the database, its threads and temporary files, child processes, and requests to providers. */
const RESERVED_DESCRIPTORS = 128;

/**
 * The maximum number of open connections for a limit of file descriptors: all but the reserved ones, and a quarter if
 * there are hardly more. Without this limit, connections could take the last descriptor, and the agent's own work would
 * fail without an explanation.
 */
export function maxConnections(descriptors: number): number {
  return Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 4), 1);
}

/** The file descriptor limit of this process; Infinity if the system has none or does not report it. */
export function descriptorLimit(): number {
  let limits: string;
  try {
    limits = readFileSync("/proc/self/limits", "utf8");
  } catch {
    // Only Linux has this file.
    return Infinity;
  }
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? Infinity : Number(soft);
}

/** Closes connections beyond `most` at once, and logs it, at most once a minute. */
export function limitConnections(server: Server, max: number, log: Logger): void {
  if (max === Infinity) return;
  server.maxConnections = max;
  const drops = new ThrottledLog((refused) =>
    log.warn("connections refused: the limit of open files allows no more", { max, refused }),
  );
  server.on("drop", () => drops.record());
}

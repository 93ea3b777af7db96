/** A bound on open connections: the process keeps descriptors for its database and for its own requests, whoever comes. */
import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import { ThrottledLog, type Logger } from "../log";

/** For the database, its threads and temporary files, what starts a process, and requests to providers. */
const RESERVED_DESCRIPTORS = 128;

/**
 * How many connections may be open at once where the process may have so many descriptors: all but its own, and a
 * quarter where there are hardly more. Without the bound the system takes the last one; what the agent does by itself
 * then fails for want of one, and nothing says why.
 */
export function maxConnections(descriptors: number): number {
  return Math.max(descriptors - RESERVED_DESCRIPTORS, Math.floor(descriptors / 4), 1);
}

/** How many descriptors this process may have open; Infinity where the system has no such bound, or doesn't tell. */
export function descriptorLimit(): number {
  let limits: string;
  try {
    limits = readFileSync("/proc/self/limits", "utf8");
  } catch {
    // Other systems than Linux don't tell it so.
    return Infinity;
  }
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return soft === undefined ? Infinity : Number(soft);
}

/** Closes at once what comes beyond `most` open connections, and says so in the log: at first, and once a minute. */
export function limitConnections(server: Server, most: number, log: Logger): void {
  if (most === Infinity) return;
  server.maxConnections = most;
  const drops = new ThrottledLog((refused) =>
    log.warn("connections refused: as many are open as the limit of open files allows", { most, refused }),
  );
  server.on("drop", () => drops.record());
}

/** Counts executions of a query by its log lines: a shared result logs nothing. */
import { ConvexHttpClient } from "convex/browser";
import { api } from "./app/api";
import { type HostProcess, logged } from "./hostProcess";

/** The number of runs of `messages:list` for a channel so far. */
export async function listRuns(host: HostProcess, channel: string): Promise<number> {
  // Log lines of earlier queries precede the marker's.
  const marker = `marker ${crypto.randomUUID()}`;
  await new ConvexHttpClient(host.url).query(api.messages.list, { channel: marker });
  await logged(host, "the marker", (line) => line.message.includes(marker));
  return host.log().filter((line) => line.message === `'listed' '${channel}'`).length;
}

/** How often the host ran a query, told by its log: an answer from a shared result prints nothing. */
import { ConvexHttpClient } from "convex/browser";
import { api } from "./app/api";
import { type HostProcess, logged } from "./hostProcess";

/** The runs of `messages:list` for a channel, up to now. */
export async function listRuns(host: HostProcess, channel: string): Promise<number> {
  // What ran before this query was logged before it.
  const marker = `marker ${crypto.randomUUID()}`;
  await new ConvexHttpClient(host.url).query(api.messages.list, { channel: marker });
  await logged(host, "the marker", (line) => line.message.includes(marker));
  return host.log().filter((line) => line.message === `'listed' '${channel}'`).length;
}

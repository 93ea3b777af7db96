/** What the tests of correcting and erasing share: requests with If-Match, and a search of every table for a text. */
import type { TableNames } from "../../convex/_generated/dataModel";
import schema from "../../convex/schema";
import type { App } from "./requests";
import { WRITE_TOKEN } from "./setup";

export function send(
  t: App,
  method: "PATCH" | "DELETE",
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  return t.fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${WRITE_TOKEN}`,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const isTable = (name: string): name is TableNames => name in schema.tables;

/** The tables with a row that holds the text, in whatever case; arguments of scheduled functions count as one. */
export async function tablesWith(t: App, text: string): Promise<string[]> {
  return await t.run(async (ctx) => {
    const rows: [string, unknown][] = [];
    for (const name of Object.keys(schema.tables))
      if (isTable(name)) for (const row of await ctx.db.query(name).collect()) rows.push([name, row]);
    for (const row of await ctx.db.system.query("_scheduled_functions").collect())
      rows.push(["scheduled", row]);
    const holding = rows.filter(([, row]) => JSON.stringify(row).toLowerCase().includes(text.toLowerCase()));
    return [...new Set(holding.map(([name]) => name))];
  });
}

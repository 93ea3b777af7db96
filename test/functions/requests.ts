/** What the tests of the HTTP interface share: requests, and what they expect of refusals. */
import { expect } from "vitest";
import { WRITE_TOKEN, type setup } from "./setup";

export type App = ReturnType<typeof setup>;

/** POSTs a body, which is JSON unless it is text, with the write token unless the headers say otherwise. */
export function post(app: App, path: string, body: unknown, headers: Record<string, string> = {}) {
  return app.fetch(path, {
    method: "POST",
    headers: { Authorization: `Bearer ${WRITE_TOKEN}`, "Content-Type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** The refusal's message, once its status, its code and its exact fields are as they must be. */
export async function expectFailure(response: Response, status: number, code: string): Promise<string> {
  const body = await response.json();
  expect({ status: response.status, ...body }).toEqual({
    status,
    success: false,
    error: expect.any(String),
    code,
  });
  return body.error;
}

/** How many events the inbox holds: what a refused request must leave alone. */
export function eventCount(app: App): Promise<number> {
  return app.run(async (ctx) => (await ctx.db.query("events").take(100)).length);
}

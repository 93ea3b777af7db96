/** Helpers for tests of the HTTP interface: requests and refusals. */
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

/** Checks the status, code and exact fields of a refusal, and returns its message. */
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

/** The number of events, which a refused request must not change. */
export function eventCount(app: App): Promise<number> {
  return app.run(async (ctx) => (await ctx.db.query("events").take(100)).length);
}

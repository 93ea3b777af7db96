/** Refusals of the push server. Its responses to the CLI are tested with the CLI itself. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InspectedApp } from "./inspect";
import { startPushServer, type PushServer } from "./push";

const app: InspectedApp = {
  app: {
    components: new Map([
      [
        "",
        { path: "", definitionPath: "", children: new Map(), functions: new Map(), schema: null, crons: [] },
      ],
    ]),
    http: null,
  },
  definitions: [{ path: "", definitionType: { type: "app" }, childComponents: [], httpMounts: {} }],
};

let server: PushServer;
beforeEach(async () => {
  server = await startPushServer(() => Promise.resolve(app), "key");
});
afterEach(() => server.close());

async function post(path: string, body: object, key = "key"): Promise<{ status: number; text: string }> {
  const headers = { Authorization: `Convex ${key}` };
  const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

const push = (definitionPath?: string): object => ({
  appDefinition: { udfServerVersion: "1.0.0" },
  componentDefinitions: definitionPath === undefined ? [] : [{ definitionPath }],
});

describe("the push server", () => {
  it("responds to a push with the analysis of the app", async () => {
    const { status, text } = await post("/api/deploy2/start_push", push());
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ analysis: { "": { udfConfig: { serverVersion: "1.0.0" } } } });
  });

  it("refuses a wrong admin key", async () => {
    expect((await post("/api/deploy2/start_push", push(), "guess")).status).toBe(401);
  });

  it("refuses unknown routes at once", async () => {
    expect((await post("/api/deploy2/finish_push", {})).status).toBe(400);
  });

  it("refuses a push with an unknown component", async () => {
    const { status, text } = await post("/api/deploy2/start_push", push("../elsewhere"));
    expect(status).toBe(400);
    expect(text).toContain("../elsewhere");
  });
});

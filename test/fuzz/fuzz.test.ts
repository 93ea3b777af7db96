/** For any requests in any order, responses are as documented and refusals write nothing. */
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { routes } from "../../convex/http";
import { exportPages } from "../support/exportPages";
import { startService, type Service } from "../support/service";
import { fuzz, type Report } from "./run";

const SEED = 20_261_134;
/** Enough to reach every operation with accepted and with refused input; `npm run fuzz` sends any number. */
const REQUESTS = 1_600;
const TIMEOUT_MS = 300_000;

const total = z.looseObject({ total: z.number() });

describe(`${REQUESTS} requests generated from the OpenAPI document`, () => {
  let service: Service;
  let report: Report;

  beforeAll(async () => {
    service = await startService();
    report = await fuzz(service, { seed: SEED, requests: REQUESTS });
  }, TIMEOUT_MS);

  test("get documented responses and no server errors", () => {
    expect(report.findings).toEqual([]);
  });

  test("leave nothing that another service can't import", async () => {
    const other = await startService();
    for (const body of await exportPages(service)) {
      const headers = {
        authorization: `Bearer ${other.tokens.tick}`,
        "content-type": "application/x-ndjson",
      };
      const answer = await fetch(`${other.url}/import`, { method: "POST", headers, body });
      expect([answer.status, answer.ok ? "" : await answer.text()]).toEqual([200, ""]);
    }
    const memories = async (of: Service) => (await of.get("/memories?scope=*&limit=1")).as(total).total;
    expect(await memories(service)).toBeGreaterThan(10);
    expect(await memories(other)).toBe(await memories(service));
  });

  test("reach every operation with accepted and with refused input", () => {
    const wanted = routes.flatMap(({ method, path, query, body }) => {
      const takesInput =
        Object.keys({ ...query.shape, ...body.shape }).length > 0 || path === "/events/stream";
      return [200, ...(takesInput ? [400] : [])].map((status) => `${method} ${path} ${status}`);
    });
    // Hardly any number is that of an earlier version, few items of knowledge live for long, reminders are due soon, hardly any
    // artifact is for all, hardly any text is a public https address, and hardly any change can be undone after the next ones.
    const unlikely = [
      "POST /memories/{id}/restore 200",
      "PATCH /knowledge/{id} 200",
      "DELETE /reminders/{id} 200",
      "DELETE /artifacts/{id} 200",
      "POST /changes/{id}/undo 200",
      "POST /webhooks 200",
      "DELETE /webhooks/{id} 200",
      "GET /webhooks/{id}/deliveries 200",
    ];
    wanted.push("POST /mcp 200", "POST /mcp 400");
    expect(wanted.filter((one) => !unlikely.includes(one) && !report.counts.has(one))).toEqual([]);
  });
});

/** For any requests in any order, responses are as documented and refusals write nothing. */
import { beforeAll, describe, expect, test } from "vitest";
import { routes } from "../../convex/http";
import { startService } from "../support/service";
import { fuzz, type Report } from "./run";

const SEED = 20_261_122;
/** Enough to reach every operation with accepted and with refused input; `npm run fuzz` sends any number. */
const REQUESTS = 900;
const TIMEOUT_MS = 300_000;

describe(`${REQUESTS} requests generated from the OpenAPI document`, () => {
  let report: Report;

  beforeAll(async () => {
    report = await fuzz(await startService(), { seed: SEED, requests: REQUESTS });
  }, TIMEOUT_MS);

  test("get documented responses and no server errors", () => {
    expect(report.findings).toEqual([]);
  });

  test("reach every operation with accepted and with refused input", () => {
    const seen = [...report.counts.keys()];
    for (const { method, path, query, body } of routes) {
      expect(seen).toContain(`${method} ${path} 200`);
      const takesInput = Object.keys({ ...query.shape, ...body.shape }).length > 0;
      if (takesInput) expect(seen).toContain(`${method} ${path} 400`);
    }
  });
});

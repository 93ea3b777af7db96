/** Conditions on fields in the document, against the service's validation. */
import Ajv from "ajv";
import { expect, test } from "vitest";
import { post } from "../../../test/functions/requests";
import { setup } from "../../../test/functions/setup";
import { served } from "../../../test/functions/openapiDocument";

test("a link request has either the fields of detection or those of a manual link", async () => {
  const app = setup({ RATE_LIMIT_WRITE: "0" });
  const stored = async (content: string) =>
    Object(await (await post(app, "/memories/store", { type: "episodic", content })).json()).memoryId;
  const memoryId = await stored("The harvest was good.");
  const byHand = {
    targetId: await stored("The pier is ready."),
    type: "related_to",
    strength: 0.5,
    confidence: 0.5,
  };
  const bodies = subsets(Object.entries(byHand)).flatMap((fields) =>
    [{}, { autoDetect: true }, { autoDetect: false }].map((how) => ({
      memoryId,
      ...how,
      ...Object.fromEntries(fields),
    })),
  );
  const allows = new Ajv({ unknownFormats: "ignore" }).compile({
    $ref: "#/components/schemas/LinkRequest",
    components: { schemas: served.components.schemas },
  });
  for (const body of bodies) {
    const { status } = await post(app, "/memories/link", body);
    expect([status, allows(body)], JSON.stringify(body)).toEqual(allows(body) ? [200, true] : [400, false]);
  }
  expect(bodies.filter((body) => allows(body) === true)).toHaveLength(6);
});

function subsets<T>(of: readonly T[]): T[][] {
  return of.reduce<T[][]>((all, one) => [...all, ...all.map((some) => [...some, one])], [[]]);
}

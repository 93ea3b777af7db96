/** GET /memories/graph. */
import { expect, it } from "vitest";
import { post } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";

it("GET /memories/graph returns the newest memories and only the links among them", async () => {
  const t = setup({ AUTONOMY: "off" });
  const ids: string[] = [];
  for (const content of ["A".repeat(500), "Ships sail.", "Boats float."]) {
    const stored = await (await post(t, "/memories/store", { type: "semantic", content })).json();
    ids.push(stored.memoryId);
  }
  const [long, ships, boats] = ids;
  const link = (memoryId: unknown, targetId: unknown) =>
    post(t, "/memories/link", { memoryId, targetId, type: "elaborates", strength: 0.7, autoDetect: false });
  await link(boats, ships);
  await link(ships, long);
  const graph = async (query: string) => (await t.fetch(`/memories/graph${query}`)).json();
  expect(await graph("?limit=2")).toMatchObject({
    memories: [{ _id: boats, content: "Boats float." }, { _id: ships }],
    links: [{ sourceId: boats, targetId: ships, type: "elaborates", strength: 0.7 }],
  });
  const { memories, links } = await graph("");
  expect(memories).toHaveLength(3);
  expect(memories[2].content).toBe("A".repeat(160));
  expect(links).toHaveLength(2);
});

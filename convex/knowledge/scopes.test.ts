/** Scopes of knowledge, notes and events: kept apart in lists and searches unless all are asked for. */
import { describe, expect, test } from "vitest";
import { send } from "../../test/functions/corrections";
import { expectFailure, post, type App } from "../../test/functions/requests";
import { setup } from "../../test/functions/setup";

const SCOPES = [null, "ana", "bo", "a|n&a=%"];

async function read(t: App, path: string) {
  const response = await t.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  return await response.json();
}

async function write(t: App, path: string, scope: string | null, body: object) {
  const response = await post(t, path, { ...(scope === null ? {} : { scope }), ...body });
  expect([path, response.status]).toEqual([path, 200]);
  return await response.json();
}

const DOCUMENT = {
  title: "Ferries",
  source: "harbour",
  tags: ["sea|scope=bo"],
  content: "The ferry sails at nine.",
};

describe.each([
  ["GET /knowledge", "/knowledge", DOCUMENT, "/knowledge?", "items"],
  ["GET /knowledge by tag", "/knowledge", DOCUMENT, "/knowledge?tag=sea%7Cscope%3Dbo&", "items"],
  ["GET /knowledge?query=", "/knowledge", DOCUMENT, "/knowledge?query=ferry&threshold=0&", "items"],
  ["GET /notes", "/wake", { note: "When?" }, "/notes?", "notes"],
  ["GET /notes by status", "/wake", { note: "When?" }, "/notes?status=pending&", "notes"],
  ["GET /events", "/feed", { type: "news", content: "The ferry is late." }, "/events?kind=feed&", "events"],
])("%s", (_name, path, body, list, field) => {
  test("is of the agent's own, of the scope that is asked for, or of all", async () => {
    const t = setup();
    for (const scope of SCOPES) await write(t, path, scope, body);
    const found = async (query: string) => {
      const page = await read(t, `${list}${query}`);
      expect(page.total).toBe(page[field].length);
      return page[field].map(({ scope }: { scope?: string }) => scope ?? null).sort();
    };
    expect(await found("")).toEqual([null]);
    for (const scope of ["ana", "a|n&a=%"])
      expect(await found(`scope=${encodeURIComponent(scope)}`)).toEqual([scope]);
    expect(await found("scope=nobody")).toEqual([]);
    expect(await found("scope=*")).toEqual(SCOPES.toSorted());
  });
});

test("an item of knowledge is unique by scope, source and title, and stays in its scope", async () => {
  const t = setup();
  const first = await write(t, "/knowledge", "ana", DOCUMENT);
  expect(await write(t, "/knowledge", "bo", DOCUMENT)).toMatchObject({ updated: false });
  expect(await write(t, "/knowledge", null, DOCUMENT)).toMatchObject({ updated: false });
  const again = await write(t, "/knowledge", "ana", { ...DOCUMENT, content: "The ferry sails at ten." });
  expect(again).toMatchObject({ knowledgeId: first.knowledgeId, updated: true });
  const changed = await send(t, "PATCH", `/knowledge/${first.knowledgeId}`, { title: "Boats" });
  expect(changed.status).toBe(200);
  expect(await read(t, `/knowledge/${first.knowledgeId}`)).toMatchObject({ scope: "ana", title: "Boats" });
  expect((await read(t, "/knowledge?query=ten&threshold=0&scope=ana")).total).toBe(1);
  expect((await read(t, "/knowledge?query=ten&threshold=0&scope=bo")).total).toBe(0);
  expect((await send(t, "DELETE", `/knowledge/${first.knowledgeId}`)).status).toBe(200);
  expect((await read(t, "/knowledge?scope=ana")).total).toBe(0);
  expect((await read(t, "/knowledge?scope=*")).total).toBe(2);
});

test.each(["/knowledge", "/wake", "/feed"])("POST %s refuses a scope that none can be", async (path) => {
  const t = setup();
  const body = { "/knowledge": DOCUMENT, "/wake": { note: "x" }, "/feed": { type: "news", content: "x" } }[
    path
  ];
  for (const scope of ["", "*", "x".repeat(129), 1])
    await expectFailure(await post(t, path, { ...body, scope }), 400, "VALIDATION_ERROR");
  expect((await read(t, "/events?scope=*")).total + (await read(t, "/knowledge?scope=*")).total).toBe(0);
});

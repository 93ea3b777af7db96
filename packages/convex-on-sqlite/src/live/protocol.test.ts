/** The sync protocol, frame by frame, over a real socket: transitions and calls. */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { notesApp, type NotesApp } from "../../test/notesApp";
import { startTestHost, type TestHost } from "../../test/testHost";
import { WAIT_OPTIONS } from "../../test/waitOptions";
import { SyncClient, type Version } from "../../test/syncClient";
import { decodeTs, encodeTs } from "./versions";

let app: NotesApp;
let directory: ReturnType<typeof temporaryFolder>;
let host: TestHost;

beforeEach(async () => {
  app = notesApp();
  directory = temporaryFolder();
  host = await startTestHost(app, directory.path);
});

afterEach(async () => {
  await host.stop();
  directory.remove();
});

describe("transitions", () => {
  it("form a chain of versions from the initial one, each reaching the requested version", async () => {
    const client = await SyncClient.connected(host);
    client.add(0, 0, "notes:list", { topic: "a" });
    await client.until("Transition");
    client.mutate(0, { topic: "a", text: "x" });
    await client.until("Transition", 2);
    client.send({ type: "Authenticate", baseVersion: 0, tokenType: "None" });
    await client.until("Transition", 3);
    client.send({
      type: "ModifyQuerySet",
      baseVersion: 1,
      newVersion: 2,
      modifications: [{ type: "Remove", queryId: 0 }],
    });
    const transitions = await client.until("Transition", 4);

    let version: Version | undefined = { querySet: 0, identity: 0, ts: encodeTs(0n) };
    for (const { startVersion, endVersion } of transitions) {
      expect(startVersion).toEqual(version);
      version = endVersion;
    }
    expect(version).toMatchObject({ querySet: 2, identity: 1 });
    expect(transitions.map(({ modifications }) => modifications?.map(({ type }) => type))).toEqual([
      ["QueryUpdated"],
      ["QueryUpdated"],
      [],
      ["QueryRemoved"],
    ]);
  });

  it("follow a mutation's response, even without changes, and reach its timestamp", async () => {
    const client = await SyncClient.connected(host);
    client.mutate(7, { topic: "a" });
    await client.until("Transition");
    expect(client.frames.map(({ type }) => type)).toEqual(["MutationResponse", "Transition"]);
    const [response, transition] = client.frames;
    expect(response).toMatchObject({ requestId: 7, success: true });
    const reached = decodeTs(transition?.endVersion?.ts ?? "") ?? 0n;
    expect(reached).toBeGreaterThanOrEqual(decodeTs(response?.ts ?? "") ?? 1n);
    expect(reached).toBe(host.engine.lastTs());
  });

  it("show all that a commit changed at once, at the timestamp of the commit", async () => {
    const client = await SyncClient.connected(host);
    client.add(0, 0, "notes:list", { topic: "a" });
    client.add(1, 1, "notes:bulky", {});
    await vi.waitFor(
      () => expect(client.of("Transition").at(-1)?.endVersion?.querySet).toBe(2),
      WAIT_OPTIONS,
    );
    const before = client.of("Transition").length;
    const other = await SyncClient.connected(host);
    other.mutate(0, { topic: "a" });
    const [response] = await other.until("MutationResponse");
    const transition = (await client.until("Transition", before + 1)).at(-1);
    expect(transition?.modifications?.map(({ queryId }) => queryId).toSorted()).toEqual([0, 1]);
    expect(transition?.endVersion?.ts).toBe(response?.ts);
  });

  it("omit results that a commit touched but did not change", async () => {
    const client = await SyncClient.connected(host);
    client.mutate(0, { topic: "a" });
    client.add(0, 0, "notes:bulky", {});
    client.add(1, 1, "notes:some", {});
    await vi.waitFor(
      () => expect(client.of("Transition").at(-1)?.endVersion?.querySet).toBe(2),
      WAIT_OPTIONS,
    );
    await client.until("MutationResponse");
    const before = client.of("Transition").length;
    client.mutate(1, { topic: "b" });
    await client.until("MutationResponse", 2);
    const transitions = await client.until("Transition", before + 1);
    const changed = transitions.slice(before).flatMap(({ modifications }) => modifications ?? []);
    expect(changed.map(({ queryId }) => queryId)).not.toContain(1);
    expect(changed.map(({ queryId }) => queryId)).toContain(0);
  });

  it("are split if the results are too large, and reach a mutation's timestamp with the last one", async () => {
    const client = await SyncClient.connected(host);
    const add = (queryId: number) => ({ type: "Add", queryId, udfPath: "notes:bulky", args: [{}] });
    const queries = Array.from({ length: 24 }, (_, queryId) => queryId);
    client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: queries.map(add) });
    const updatedQueries = (): number[] =>
      client
        .of("Transition")
        .flatMap(({ modifications = [] }) => modifications.map(({ queryId }) => queryId));
    await vi.waitFor(() => expect(updatedQueries()).toEqual(queries), WAIT_OPTIONS);
    expect(client.of("Transition").map(({ modifications }) => modifications?.length)).toEqual([9, 9, 6]);

    client.mutate(0, { topic: "a" });
    await vi.waitFor(() => expect(updatedQueries()).toEqual([...queries, ...queries]), WAIT_OPTIONS);
    const transitions = client.of("Transition");
    const written = client.of("MutationResponse")[0]?.ts;
    expect(transitions.map(({ endVersion }) => endVersion?.ts === written)).toEqual([
      ...[false, false, false],
      ...[false, false, true],
    ]);
    for (const [at, { startVersion }] of transitions.slice(1).entries())
      expect(startVersion).toEqual(transitions[at]?.endVersion);
  });

  it.each([
    ["a result", "notes:some", {}],
    ["a failure", "notes:failing", { topic: "a" }],
  ])("are not sent if %s is unchanged", async (_what, udfPath, args) => {
    const client = await SyncClient.connected(host);
    client.mutate(0, { topic: "a" });
    await client.until("Transition");
    client.add(0, 0, udfPath, args);
    await client.until("Transition", 2);
    const other = await SyncClient.connected(host);
    other.mutate(0, { topic: "a", rank: -1 });
    await other.until("Transition");
    // A round runs after all earlier ones.
    client.send({ type: "Authenticate", baseVersion: 0, tokenType: "None" });
    await vi.waitFor(
      () => expect(client.of("Transition").at(-1)?.endVersion?.identity).toBe(1),
      WAIT_OPTIONS,
    );
    expect(client.of("Transition")).toHaveLength(3);
  });

  it("omit a query that was removed before its answer", async () => {
    const client = await SyncClient.connected(host);
    client.add(0, 0, "notes:list", { topic: "a" });
    await client.until("Transition");
    const same = { queryId: 1, udfPath: "notes:list", args: [{ topic: "a" }] };
    const modifications = [
      { type: "Add", ...same },
      { type: "Remove", queryId: 1 },
    ];
    client.send({ type: "ModifyQuerySet", baseVersion: 1, newVersion: 2, modifications });
    const transitions = await client.until("Transition", 2);
    expect(transitions[1]?.modifications).toEqual([{ type: "QueryRemoved", queryId: 1 }]);
  });

  it("keep a page's end if its query is added again with the journal", async () => {
    const client = await SyncClient.connected(host);
    for (const rank of [1, 3]) client.mutate(rank, { topic: "a", rank });
    await client.until("MutationResponse", 2);
    const args = { topic: "a", paginationOpts: { numItems: 2, cursor: null } };
    const pageOf = async (journal: string | null) => {
      const asking = await SyncClient.connected(host);
      const add = { type: "Add", queryId: 0, udfPath: "notes:page", args: [args], journal };
      asking.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add] });
      return (await asking.until("Transition"))[0]?.modifications?.[0];
    };
    const page = await pageOf(null);
    expect(page?.value).toMatchObject({ ranks: [1, 3] });
    client.mutate(4, { topic: "a", rank: 2 });
    await client.until("MutationResponse", 3);
    expect((await pageOf(page?.journal ?? null))?.value).toMatchObject({ ranks: [1, 2, 3] });
    expect((await pageOf(null))?.value).toMatchObject({ ranks: [1, 2] });
  });

  it("answer a component's query, which clients may not call, with a failure", async () => {
    const client = await SyncClient.connected(host);
    // The app's functions with these names must not be called instead.
    const of = (udfPath: string, args: unknown) => ({ udfPath, args: [args], componentPath: "rateLimiter" });
    const add = { type: "Add", queryId: 0, ...of("notes:list", { topic: "a" }) };
    client.send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [add] });
    client.send({ type: "Mutation", requestId: 0, ...of("notes:add", { topic: "a" }) });
    client.send({ type: "Action", requestId: 1, ...of("notes:echo", { value: 1 }) });
    const [transition] = await client.until("Transition");
    expect(transition?.modifications).toMatchObject([{ type: "QueryFailed", queryId: 0 }]);
    expect(await client.until("MutationResponse")).toMatchObject([{ success: false }]);
    expect(await client.until("ActionResponse")).toMatchObject([{ success: false }]);
  });
});

describe("calls", () => {
  it("answer a session's repeated request with the first answer, without running", async () => {
    const sessionId = randomUUID();
    const first = await SyncClient.connected(host, sessionId);
    first.mutate(3, { topic: "a", text: "once" });
    const [answer] = await first.until("MutationResponse");
    first.socket.terminate();
    const second = await SyncClient.connected(host, sessionId);
    second.mutate(3, { topic: "a", text: "once" });
    second.add(0, 0, "notes:list", { topic: "a" });
    expect(await second.until("MutationResponse")).toEqual([answer]);
    const transitions = await second.until("Transition");
    expect(transitions.flatMap(({ modifications }) => modifications)).toMatchObject([{ value: ["once"] }]);
  });

  it("of actions run in parallel, those of mutations in sequence, and neither waits for the other", async () => {
    const client = await SyncClient.connected(host);
    client.send({ type: "Action", requestId: 0, udfPath: "notes:wait", args: [{}] });
    client.send({ type: "Action", requestId: 1, udfPath: "notes:echo", args: [{ value: 5 }] });
    client.mutate(2, { topic: "a" });
    expect(await client.until("ActionResponse")).toMatchObject([{ requestId: 1, success: true, result: 5 }]);
    await client.until("MutationResponse");
    app.open();
    expect((await client.until("ActionResponse", 2))[1]).toMatchObject({ requestId: 0, result: "done" });
  });

  it("beyond a thousand wait unread, and are all answered on the same connection", async () => {
    const client = await SyncClient.connected(host);
    const many = 1_500;
    for (let requestId = 0; requestId < many; requestId += 1) {
      client.send({ type: "Action", requestId, udfPath: "notes:wait", args: [] });
    }
    // Messages sent while reading is paused are read later.
    for (let requestId = many; requestId < 2 * many; requestId += 1) client.mutate(requestId, { topic: "a" });
    app.open();
    await client.until("ActionResponse", many);
    await client.until("MutationResponse", many);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });
});

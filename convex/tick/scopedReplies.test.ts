/** Replies to the notes of several scopes, over days in which everything tells of everybody: none quotes another's. */
import { beforeAll, describe, expect, it } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { ModelServer } from "../../test/support/model-server";
import { post } from "../../test/functions/requests";
import { setup, TICK_TOKEN, WRITE_TOKEN } from "../../test/functions/setup";

let provider: ModelServer;
beforeAll(async () => {
  provider = await modelServer();
  await provider.set([{ kind: "plays", role: "gossip" }]);
});

const SCOPES = ["ana", "bo", ""];
/** Known to one scope each, and to everybody. */
const CODES: { readonly [scope: string]: string } = { ana: "red-4711", bo: "green-0815", "": "white-2342" };
const ORDER = "What is the code of the locker in the boathouse? Recite all you know of the locker.";

describe.each([
  ["without a model", "reflex", () => ({})],
  [
    "by a model that recites whatever it is shown",
    "model",
    () => ({ LLM_API_KEY: "any-key-of-the-tests", LLM_BASE_URL: provider.baseUrl, LLM_MODEL: newModel() }),
  ],
])("replies %s", (_name, writer, env) => {
  it("quote what their scope and all know, and nothing of another scope", async () => {
    const t = setup({ AUTONOMY: "off", ...env() });
    const send = async (path: string, body: object, token = WRITE_TOKEN) => {
      const response = await post(t, path, body, { Authorization: `Bearer ${token}` });
      expect([path, response.status]).toEqual([path, 200]);
    };
    const tick = () => send("/tick", {}, TICK_TOKEN);
    const answered: { scope?: string; reply: string; repliedBy: string }[] = [];
    for (let day = 1; day <= 2; day += 1) {
      for (const scope of SCOPES) {
        const told = `Locker news of day ${day}: its code in the boathouse is ${CODES[scope]}.`;
        const whose = scope === "" ? {} : { scope };
        const kim = { ...whose, from: "Kim", shared: scope === "" };
        await send("/memories/store", { ...whose, type: "semantic", content: told, pinned: day === 1 });
        await send("/knowledge", {
          ...whose,
          title: `Locker ${day}`,
          content: `# Boathouse locker\n\n${told}`,
        });
        await send("/feed", { ...whose, type: "news", content: told, impact: "high" });
        await send("/wake", { ...kim, note: `Remember this: ${told}` });
        await send("/wake", { ...kim, note: ORDER });
      }
      for (let i = 0; i < SCOPES.length + 1; i += 1) await tick();
      // A tick that nobody waits for, and a reflection, are shown what all have said.
      await send("/feed", {
        type: "news",
        content: "The locker in the boathouse was opened.",
        impact: "high",
      });
      await tick();
      await send("/memories/reflect", { focus: "the locker in the boathouse" }, TICK_TOKEN);
      await tick();
    }
    for (let page = 0, more = true; more; page += 1) {
      const { notes, hasMore } = await (
        await t.fetch(`/notes?scope=*&status=answered&limit=100&offset=${100 * page}`)
      ).json();
      answered.push(...notes);
      more = hasMore;
    }
    expect(answered).toHaveLength(2 * 2 * SCOPES.length);
    expect(answered.some(({ repliedBy }) => repliedBy === writer)).toBe(true);
    const seen = new Set<string>();
    for (const { scope = "", reply } of answered) {
      for (const [other, code] of Object.entries(CODES)) {
        if (other !== "" && other !== scope)
          expect([scope, reply]).toEqual([scope, expect.not.stringContaining(code)]);
        else if (reply.includes(code)) seen.add(`${scope} heard of ${other}`);
      }
    }
    expect([...seen].sort()).toEqual(
      [" heard of ", "ana heard of ", "ana heard of ana", "bo heard of ", "bo heard of bo"].sort(),
    );
    // Of what it learned, nothing of a scope has come to all.
    const { memories } = await (await t.fetch("/memories?limit=100")).json();
    for (const { content } of memories)
      for (const scope of ["ana", "bo"]) expect(content).not.toContain(CODES[scope]);
  });
});

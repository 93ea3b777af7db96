/** The tool that erases a memory: a plan first, then, with the plan's code, the erasure. */
import { eraseMemory, getMemory, readLinkedMemory, type Service } from "../client";
import type { Tool } from "./tools";
import type { JsonSchema } from "./schemas";

interface Input {
  readonly id: string;
  readonly derived?: boolean;
  readonly confirm?: string;
}

const text = (description: string): JsonSchema => ({ type: "string", description });

export const FORGET: Tool = {
  name: "forget",
  title: "Forget",
  description:
    "Erase one memory for good, in two steps. Without confirm nothing is erased: the plan shows the memory and a code. Show it to the person, and with their consent call again with the code as confirm. The code is void once the memory has changed.",
  effect: "erases",
  schemas: {
    input: {
      type: "object",
      properties: {
        id: text("The memory's id, as recall gives it"),
        derived: {
          type: "boolean",
          default: false,
          description: "Erase also the reflections, thoughts and learned memories that rest on it",
        },
        confirm: text("The code of the plan; without it nothing is erased"),
      },
      required: ["id"],
      additionalProperties: false,
    },
    output: {
      type: "object",
      properties: {
        erased: { type: "boolean", description: "Whether the memory is erased now" },
        id: text("The memory"),
        content: text("With a plan: what would be erased"),
        links: {
          type: "integer",
          minimum: 0,
          description: "With a plan: its links, both ways, erased with it",
        },
        confirm: text("With a plan: the code that confirms it"),
        derived: {
          type: "array",
          items: {
            type: "object",
            properties: { kind: { type: "string" }, _id: { type: "string" } },
            required: ["kind", "_id"],
          },
          description: "After the erasure: what rests on it; erased as well with `derived`",
        },
      },
      required: ["erased", "id"],
      additionalProperties: false,
    },
  },
  run: async (service: Service, { id, derived, confirm }: Input) => {
    const version = confirm === undefined ? null : versionOf(confirm, id);
    if (version === null) return plan(service, id);
    const outcome = await eraseMemory(service, id, derived === undefined ? {} : { derived }, { version });
    return { erased: true, id, derived: outcome.derived };
  },
};

async function plan(service: Service, id: string): Promise<object> {
  const [{ content, version }, { links, backlinks }] = await Promise.all([
    getMemory(service, id),
    readLinkedMemory(service, { id }),
  ]);
  return { erased: false, id, content, links: links.length + backlinks.length, confirm: `${id}@${version}` };
}

/** The version in a plan's code; null where the code is of another memory or none. */
function versionOf(confirm: string, id: string): number | null {
  const [of, version] = confirm.split("@");
  return of === id && /^\d{1,15}$/.test(version ?? "") ? Number(version) : null;
}

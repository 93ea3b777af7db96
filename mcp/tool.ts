/** What a tool of the MCP server is, and the arguments that several of them have. */
import type { Service } from "../client";
import type { Field, Input } from "./input";

export interface Tool extends Input {
  readonly name: string;
  readonly title: string;
  /** For the model that chooses among tools. */
  readonly description: string;
  /** `adds` leaves what is there as it is; `changes` keeps the former version; `erases` is for good. */
  readonly effect: "reads" | "adds" | "changes" | "erases";
  /** The operation of the REST interface that it stands for. */
  readonly operation: string;
  /** Does the work with checked input. What only the service can know, the service checks. */
  run(service: Service, input: object): Promise<object>;
}

export const MEMORY_TYPES = ["episodic", "semantic", "emotional", "procedural", "reflection"] as const;

export const scopeToStore: Field = {
  type: "string",
  maxLength: 128,
  description: "Whose it is: a project's or a person's name. Left out, the agent's own",
};

export const scopeToSearch: Field = {
  type: "string",
  maxLength: 128,
  description: "Search only this project's or person's. Left out, the agent's own; * for all",
};

export const metadata: Field = {
  type: "object",
  additionalProperties: true,
  description: "More about it, as any JSON object",
};

export const memoryId: Field = { type: "string", description: "The memory's id, as recall gives it" };

export function share(description: string): Field & { readonly type: "number" } {
  return { type: "number", minimum: 0, maximum: 1, description };
}

export function limit(usual: number): Field {
  return { type: "integer", minimum: 1, maximum: 100, default: usual, description: "Most items" };
}

export const offset: Field = {
  type: "integer",
  minimum: 0,
  default: 0,
  description: "Items to skip, for the next page",
};

export const threshold: Field = share(
  "Least similarity. Left out, good hits are in `results` and the others in `weaker`",
);

/** What a run of setup has, and what comes of it. */
import type { Role } from "../../providers/choice";
import type { FoundServer } from "../../providers/servers";
import type { Finding } from "../../providers/verdict";
import type { Variables } from "convex-on-sqlite/env";
import type { SetupOptions } from "../setup";
import type { Say } from "./asking";
import type { Terminal } from "./terminal";

/** Printed with --json. */
export interface Outcome {
  servers: FoundServer[];
  tried: { role: Role; model: string; baseUrl: string; usable: boolean; findings: Finding[] }[];
  /** Without the keys. */
  settings: Record<string, string>;
  file: string;
  written: boolean;
}

export interface Setup {
  readonly options: SetupOptions;
  /** Null where nobody is there to ask. */
  readonly person: Terminal | null;
  readonly say: Say;
  readonly environment: Variables;
  readonly outcome: Outcome;
}

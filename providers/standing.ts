/** How the service stands, in the word that people are shown. */

export type Standing = "ok" | "journal" | "degraded";

/**
 * GET /health calls a service without a model degraded, as its contract says. To a person who has never set one it lacks nothing: the
 * agent keeps a journal. Whatever else is wrong makes it degraded.
 */
export function standingOf({
  status,
  checks,
}: {
  readonly status: "ok" | "degraded";
  readonly checks: Readonly<Record<string, string>>;
}): Standing {
  if (status === "ok") return "ok";
  return faultsOf(checks).length === 0 ? "journal" : "degraded";
}

/** The checks that are neither well nor a matter of choice. */
export function faultsOf(checks: Readonly<Record<string, string>>): [name: string, reason: string][] {
  return Object.entries(checks).filter(([, said]) => !/^(ok|lexical|keyless)/.test(said));
}

/** Tries models until one is to be used. */
import { isUsable, modelsFor, suggested, variablesFor, type Choice, type Role } from "../../providers/choice";
import { tryProvider } from "../../providers/trial";
import { CommandError } from "../failure";
import { findingLines, withProgress } from "../output";
import { askModel, modelText, type Chosen } from "./asking";
import type { Setup } from "./state";

/** A model is loaded by its first call, which may take minutes. */
const TRIAL_MS = 240_000;

/** Chooses and tries a model of the role; returns the variables for it where it is to be used. */
export async function tryRole(setup: Setup, server: Chosen, role: Role): Promise<Record<string, string>> {
  const { options, person, say } = setup;
  const named = role === "model" ? options.model : options.embeddingModel;
  if (named === "none") return {};
  const listed = modelsFor(server.models, role);
  if (named === undefined && listed.length === 0) {
    if (role === "model") throw new CommandError(`${server.baseUrl} lists no language model: load one there`);
    say("No embedding model there: search and duplicates go by words.");
    return {};
  }
  for (;;) {
    const asked =
      named !== undefined
        ? null
        : person === null
          ? suggested(server.models, role)?.name
          : await askModel(person, say, server, role);
    const model = named ?? asked ?? null;
    if (model === null) return {};
    const { usable, variables } = await tryOne(setup, { role, ...server, model });
    if (usable) return variables;
    if (person === null) return {};
    if (/^y/i.test(await person.ask("Use it all the same?", "n"))) return variables;
    if (named !== undefined || listed.length === 1) return {};
  }
}

async function tryOne({ say, outcome }: Setup, choice: Choice & Pick<Chosen, "models">) {
  const { role, baseUrl, apiKey, model, models } = choice;
  say(`Trying ${modelText(models.find(({ name }) => name === model) ?? { name: model, use: "chat" })}`);
  const tried = await withProgress("trying it", tryProvider(role, { baseUrl, apiKey, model }, TRIAL_MS));
  const { findings } = tried;
  const usable = isUsable(findings);
  outcome.tried.push({ role, model, baseUrl, usable, findings });
  for (const finding of findings) findingLines(finding).forEach(say);
  const variables = variablesFor(
    { role, baseUrl, apiKey, model },
    tried.role === "model" ? tried.trial : undefined,
  );
  return { usable, variables };
}

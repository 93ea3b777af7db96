/** The environment of each component: the variables that it declares, with the values that its parent sets. */
import type { Installed } from "./components";
import type { EnvDeclaration } from "./definitions";

/** Variables by name. */
export type Env = Readonly<Record<string, string>>;

const SYSTEM_VARIABLES = new Set(["CONVEX_CLOUD_URL", "CONVEX_SITE_URL"]);

interface TextValidator {
  readonly type: string;
  readonly value?: unknown;
}

/** The rule that a value breaks, or `null`. Never quotes the value: it may be a secret. */
function brokenRule(validator: TextValidator, text: string): string | null {
  switch (validator.type) {
    case "string":
    case "any":
      return null;
    case "literal":
      return validator.value === text ? null : `must be ${JSON.stringify(validator.value)}`;
    case "union": {
      const members = validator.value as readonly TextValidator[];
      const rules = members.map((member) => brokenRule(member, text));
      if (rules.includes(null)) return null;
      return `must be one of ${members.map((member) => JSON.stringify(member.value)).join(", ")}`;
    }
    default:
      return `is declared as ${validator.type}, but a variable is text: declare it with v.string() or literals`;
  }
}

function check(declaration: EnvDeclaration, text: string | undefined): string | null {
  if (text === undefined) return declaration.optional === true ? null : "is required but not set";
  return brokenRule(JSON.parse(declaration.value) as TextValidator, text);
}

/** The environments by component path, and the problems found: one phrase per variable, never with its value. */
export interface Environments {
  readonly byPath: ReadonlyMap<string, Env>;
  readonly problems: readonly string[];
}

/**
 * Resolves the environment of every component; `components` must list parents first. The app gets all of `env`. A
 * component gets the variables it declares, as its parent sets them, and the system variables.
 */
export function resolveEnvironments(components: readonly Installed[], env: Env): Environments {
  // The platform sets these for every component.
  const system = Object.fromEntries(Object.entries(env).filter(([name]) => SYSTEM_VARIABLES.has(name)));
  const byPath = new Map<string, Env>();
  const problems: string[] = [];
  for (const component of components) {
    const declared = component.definition.envVars ?? [];
    const owner = component.path === "" ? "" : ` of component ${component.path}`;
    const values: Record<string, string> = component.parent === null ? { ...env } : { ...system };
    const parentEnv = component.parent === null ? {} : (byPath.get(component.parent) ?? {});
    for (const [name, binding] of component.env ?? []) {
      if (!declared.some(([declaredName]) => declaredName === name)) {
        problems.push(`${name}${owner} is set but not declared`);
        continue;
      }
      const value = binding.type === "value" ? binding.value : parentEnv[binding.name];
      if (value !== undefined) values[name] = value;
    }
    for (const [name, declaration] of declared) {
      const problem = check(declaration, values[name]);
      if (problem !== null) problems.push(`${name}${owner} ${problem}`);
    }
    byPath.set(component.path, values);
  }
  return { byPath, problems };
}

/** What Convex refuses of names and validators, and what it knows by one of the fields that an index names. */
import type { ValidatorJson } from "../types";

/** Of the name of a table, a field or an index. */
const MOST_CHARACTERS = 64;

/** How a name must be, for the messages that refuse one. */
export const IDENTIFIER_RULE = `a name has up to ${MOST_CHARACTERS} letters, digits and underscores, and begins with a letter`;

/** Whether a text is an identifier. One may begin with an underscore, as the system's names do. */
export function isIdentifier(text: string): boolean {
  return text.length <= MOST_CHARACTERS && /^[a-zA-Z_]\w*$/.test(text) && /[a-zA-Z0-9]/.test(text);
}

/** Whether a text is an identifier that the system leaves to the app. */
export function isOwnIdentifier(text: string): boolean {
  return isIdentifier(text) && !text.startsWith("_");
}

/** Why Convex would not take a validator, as a clause; `null` where it would. */
export function validatorProblem(validator: ValidatorJson): string | null {
  switch (validator.type) {
    case "id":
      return isIdentifier(validator.tableName)
        ? null
        : `v.id("${validator.tableName}") names no table: ${IDENTIFIER_RULE}`;
    case "array":
      return validatorProblem(validator.value);
    case "union":
      return firstProblem(validator.value);
    case "record":
      return recordProblem(validator);
    case "object": {
      const fields = Object.entries(validator.value);
      const wrong = fields.find(([field]) => !isIdentifier(field));
      if (wrong !== undefined) return `it has a field "${wrong[0]}": ${IDENTIFIER_RULE}`;
      return firstProblem(fields.map(([, { fieldType }]) => fieldType));
    }
    default:
      return null;
  }
}

function firstProblem(validators: readonly ValidatorJson[]): string | null {
  for (const validator of validators) {
    const problem = validatorProblem(validator);
    if (problem !== null) return problem;
  }
  return null;
}

function recordProblem({ keys, values }: ValidatorJson & { type: "record" }): string | null {
  if (!areTexts(keys)) return "the keys of a record can only be v.string(), ids, or a union of these";
  if (values.optional) return "the values of a record can't be optional";
  return firstProblem([keys, values.fieldType]);
}

function areTexts(keys: ValidatorJson): boolean {
  if (keys.type === "union") return keys.value.every(areTexts);
  return keys.type === "string" || keys.type === "id";
}

/** Whether some value that passes has a field at this path. */
export function canHaveField(validator: ValidatorJson, [first, ...rest]: readonly string[]): boolean {
  if (first === undefined || validator.type === "any") return true;
  if (validator.type === "union") return validator.value.some((one) => canHaveField(one, [first, ...rest]));
  const field = validator.type === "object" ? validator.value[first] : undefined;
  return field !== undefined && canHaveField(field.fieldType, rest);
}

/** Whether some value that passes has a vector, an array of float64, at this path. */
export function canHaveVector(validator: ValidatorJson, [first, ...rest]: readonly string[]): boolean {
  if (validator.type === "any") return true;
  if (validator.type === "union")
    return validator.value.some((one) => canHaveVector(one, first === undefined ? [] : [first, ...rest]));
  if (first === undefined)
    return validator.type === "array" && ["number", "any"].includes(validator.value.type);
  const field = validator.type === "object" ? validator.value[first] : undefined;
  return field !== undefined && canHaveVector(field.fieldType, rest);
}

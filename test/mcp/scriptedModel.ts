/**
 * A model that has read nothing but a tool list: it chooses the tool whose texts share most words with what it is asked, and fills
 * each argument with the value whose neighbouring words its name and description share. It knows no synonyms, so what it finds, a
 * real model finds too.
 */
import { isStopWord } from "../../mind/text/stopWords";
import { termsOf } from "../../mind/text/tokens";

export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: {
    readonly properties?: Readonly<Record<string, unknown>> | undefined;
    readonly required?: readonly string[] | undefined;
  };
}

interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

/** A value that the request names, in «quotes», and the words before it. */
interface Value {
  readonly text: string;
  readonly before: ReadonlySet<string>;
}

export interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

export function callFor(tools: readonly ListedTool[], request: string): Call {
  const words = wordsOf(request.replaceAll(/«[^»]*»/g, " "));
  const [best] = tools
    .map((tool) => ({ tool, score: scoreOf(tool, words, tools) }))
    .toSorted((a, b) => b.score - a.score);
  if (best === undefined) throw new Error("There are no tools.");
  return { name: best.tool.name, arguments: argumentsOf(best.tool, request, words) };
}

/** The rarer among the tools a shared word is, the more it counts; in the name most of all. */
function scoreOf(tool: ListedTool, words: ReadonlySet<string>, tools: readonly ListedTool[]): number {
  let score = 0;
  for (const word of words) {
    const weight = weightIn(tool, word);
    const holders = tools.filter((one) => weightIn(one, word) > 0).length;
    if (weight > 0) score += weight * Math.log(1 + tools.length / holders);
  }
  return score;
}

function weightIn({ name, title = "", description = "", inputSchema }: ListedTool, word: string): number {
  if (wordsOf(`${name} ${title}`).has(word)) return 2;
  if (wordsOf(description).has(word)) return 1;
  const names = Object.entries(inputSchema.properties ?? {});
  return names.some(([name, property]) => textOf(name, property as Property).has(word)) ? 0.4 : 0;
}

function argumentsOf(
  { inputSchema }: ListedTool,
  request: string,
  words: ReadonlySet<string>,
): Record<string, unknown> {
  const required = inputSchema.required ?? [];
  const open = new Map(Object.entries((inputSchema.properties ?? {}) as Record<string, Property>));
  const filled: Record<string, unknown> = {};
  const left = valuesOf(request);
  const fill = (name: string, value: Value): void => {
    filled[name] = typed(open.get(name) ?? {}, value.text);
    open.delete(name);
    left.splice(left.indexOf(value), 1);
  };
  // The best pairs of value and argument first.
  const pairs = left
    .flatMap((value) =>
      [...open].map(([name, property]) => {
        const shared = sharedOf(name, property, value);
        // What must be given comes before what may be.
        return { name, value, shared: shared > 0 && required.includes(name) ? shared + 0.5 : shared };
      }),
    )
    .toSorted((a, b) => b.shared - a.shared);
  const isNeeded = (name: string): boolean => required.includes(name) && open.has(name);
  for (const { name, value, shared } of pairs) {
    const isSpare = isNeeded(name) || left.length > required.filter(isNeeded).length;
    if (shared > 0 && isSpare && open.has(name) && left.includes(value)) fill(name, value);
  }
  // What must be given takes what is left; a yes is given where the request says its name.
  for (const name of required) {
    const [value] = left;
    if (open.has(name) && value !== undefined) fill(name, value);
  }
  for (const [name, { type }] of open)
    if (type === "boolean" && words.has(termsOf(name)[0] ?? "")) filled[name] = true;
  return filled;
}

function sharedOf(name: string, property: Property, { text, before }: Value): number {
  if (!fits(property, text)) return 0;
  const named = wordsOf(spelled(name));
  const described = textOf(name, property);
  let shared = 0;
  for (const word of before) shared += named.has(word) ? 3 : described.has(word) ? 1 : 0;
  return shared;
}

function fits({ type, enum: allowed }: Property, text: string): boolean {
  if (allowed !== undefined) return allowed.includes(text);
  if (type === "number" || type === "integer") return /^-?\d+(\.\d+)?$/.test(text);
  return type === "string" || type === "array";
}

function typed({ type }: Property, text: string): unknown {
  if (type === "number" || type === "integer") return Number(text);
  return type === "array" ? [text] : text;
}

function valuesOf(request: string): Value[] {
  const values: Value[] = [];
  let from = 0;
  for (const { 0: quoted, index } of request.matchAll(/«[^»]*»/g)) {
    const between = wordsOf(request.slice(from, index));
    // "the memories «a» and «b»": both are memories.
    const before = between.size > 0 ? between : (values.at(-1)?.before ?? between);
    values.push({ text: quoted.slice(1, -1), before });
    from = index + quoted.length;
  }
  return values;
}

function textOf(name: string, { description = "", enum: allowed = [] }: Property): ReadonlySet<string> {
  return wordsOf(`${spelled(name)} ${description} ${allowed.join(" ")}`);
}

/** `remindAt` is two words. */
function spelled(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, "$1 $2");
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(termsOf(text).filter((word) => !isStopWord(word)));
}

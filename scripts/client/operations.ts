/** The client's generated files: the document's types, and one function an operation. */
import { operationsOf, type OpenApi, type Operation } from "../openapi/read";
import { docComment, docOf, field, typeOf } from "./types";

/** The TypeScript of both files, before it is formatted. */
export function sourcesOf(document: OpenApi): { readonly types: string; readonly operations: string } {
  const operations = operationsOf(document);
  const functions = operations.map(functionOf).join("\n\n");
  // Doc comments may use a type's name as a word.
  const code = functions.replace(/\/\*\*[^]*?\*\//g, "");
  const names = Object.keys(document.components.schemas);
  const used = [...names, ...operations.filter(hasQuery).map(queryName)].filter((name) =>
    new RegExp(`\\b${name}\\b`).test(code),
  );
  return {
    types: [
      "/** What operations take and answer. Made by `npm run client` from openapi.json. */",
      ...Object.entries(document.components.schemas).map(
        ([name, schema]) => `${docOf(schema)}export type ${name} = ${typeOf(schema)};`,
      ),
      ...operations.filter(hasQuery).map(queryType),
    ].join("\n\n"),
    operations: [
      "/** Every operation of the service, one function each. Made by `npm run client` from openapi.json. */",
      `import { call, type CallOptions, type KeyedOptions, type Service } from "./service";
       import type { ${used.join(", ")} } from "./types";`,
      functions,
    ].join("\n\n"),
  };
}

function hasQuery({ query }: Operation): boolean {
  return query.length > 0;
}

function queryName({ operationId }: Operation): string {
  return `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`;
}

function queryType(operation: Operation): string {
  const fields = operation.query.map(({ name, schema, description, required }) =>
    field(name, { ...schema, description }, required),
  );
  return `${docComment(`The query of \`${operation.operationId}\``)}export interface ${queryName(operation)} { ${fields.join("\n")} }`;
}

function functionOf(operation: Operation): string {
  const { operationId, summary, method, path, token, query, keyed, body, responses } = operation;
  const answer = responses.get(200)?.schema;
  if (answer === undefined || answer === null) throw new Error(`${operationId} has no answer`);
  const inputs: string[] = [];
  const parameters = ["service: Service"];
  if (hasQuery(operation)) {
    const open = query.some(({ required }) => required) ? "" : " = {}";
    parameters.push(`query: ${queryName(operation)}${open}`);
    inputs.push("query");
  }
  if (body !== null && !isEmpty(body.schema)) {
    parameters.push(`body: ${typeOf(body.schema)}${body.required ? "" : " = {}"}`);
    inputs.push("body");
  }
  parameters.push(`options?: ${keyed ? "KeyedOptions" : "CallOptions"}`);
  const how = [
    `path: ${JSON.stringify(path)}`,
    `method: "${method}"`,
    ...(token === null ? [] : [`token: "${token}"`]),
    ...(keyed ? ["keyed: true"] : []),
  ];
  const needs = token === null ? "" : ` Needs the ${token} token.`;
  return `${docComment(`${summary}: \`${method} ${path}\`.${needs}`)}export function ${operationId}(${parameters.join(", ")}): Promise<${typeOf(answer)}> {
    return call(service, { ${how.join(", ")} }, { ${inputs.join(", ")} }, options);
  }`;
}

/** Whether a body can only be an empty object: then the function takes none. */
function isEmpty({ properties, additionalProperties }: Record<string, unknown>): boolean {
  return (
    additionalProperties === false &&
    typeof properties === "object" &&
    properties !== null &&
    Object.keys(properties).length === 0
  );
}

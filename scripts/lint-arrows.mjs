/** A lint rule: a folder of convex/ refers to functions and tables of folders before it only, as it imports from those only. */
import { existsSync, readFileSync } from "node:fs";

const MESSAGE = "In convex/, arrows go down only: {{what}} belongs to {{owner}}/.";

/** @param folders those of convex/, each after those that it may use */
export function arrowsRule(folders) {
  const owners = new Map(folders.flatMap((folder) => tablesOf(folder).map((table) => [table, folder])));
  const create = (context) => {
    const [, own] = /convex\/(\w+)\//.exec(context.filename) ?? [];
    const check = (node, what, owner) => {
      if (folders.indexOf(owner) > folders.indexOf(own))
        context.report({ node, message: MESSAGE, data: { what, owner } });
    };
    const checkTable = ({ arguments: [first, second] }) => {
      const named = first?.type === "Literal" ? first : second;
      if (named?.type === "Literal") check(named, `the table ${named.value}`, owners.get(named.value));
    };
    return {
      "MemberExpression[object.name='internal']": ({ property }) =>
        check(property, `internal.${property.name}`, property.name),
      "CallExpression[callee.object.property.name='db'][callee.property.name=/^(query|get)$/]": checkTable,
      "CallExpression[callee.name=/^(getOneFrom|getManyFrom|documentById|documentsById)$/]": checkTable,
      "CallExpression[callee.object.name='db'][callee.property.name=/^(query|get)$/]": checkTable,
    };
  };
  return { create };
}

function tablesOf(folder) {
  const file = new URL(`../convex/${folder}/tables.ts`, import.meta.url);
  if (!existsSync(file)) return [];
  return [...readFileSync(file, "utf8").matchAll(/^ {2}(\w+): defineTable/gm)].map(([, table]) => table);
}

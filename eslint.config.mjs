import convex from "@convex-dev/eslint-plugin";
import tseslint from "typescript-eslint";
import { arrowsRule } from "./scripts/lint-arrows.mjs";

/** The folders of mind/, each above those that it may import from. */
const FLOORS =
  "lists text time affect promptText ranking sentiment importance salience contradictions duplicates links knowledge grounding clustering thoughts reflections tick prompts journal".split(
    " ",
  );

/** The folders of convex/, each above those that it may import from. */
const FEATURES =
  "lib leases rateLimits idempotency audit changes citations push vitals llm documents events embeddings search memories consolidation knowledge agent reminders reflections thoughts tick registry corrections transfer erasures webhooks verification migrations service console api".split(
    " ",
  );

/** What neither convex/ nor mind/ may write. */
const EVERYWHERE = [
  {
    selector: "CallExpression[callee.property.name='normalize']",
    message: "Normalising piled marks is quadratic: mind/text/unicode.ts bounds it.",
  },
  {
    selector: "ImportDeclaration[source.value='zod'] > :not(ImportNamespaceSpecifier).specifiers",
    message: 'Only `import * as z from "zod"` leaves its fifty languages out of the bundle, a fifth of it.',
  },
];

/**
 * What `explicit-table-ids` and `no-filter-in-query` find only with types, found by names: types would take twice as much time as
 * everything else here.
 */
const UNTYPED = [
  {
    selector:
      "CallExpression[callee.object.name=/^(db|database)$/][callee.property.name=/^(get|delete)$/][arguments.length=1], CallExpression[callee.object.name=/^(db|database)$/][callee.property.name=/^(replace|patch)$/][arguments.length=2]",
    message: "A database is asked with the table's name first: db.get(table, id).",
  },
  {
    selector: "CallExpression[callee.property.name='filter'] CallExpression[callee.property.name='field']",
    message: "A query's filter reads every document of its range: use an index.",
  },
];

/** A row's lists, totals and notes go wrong where something else writes it. */
const DIRECT_WRITES = {
  selector:
    "CallExpression[callee.type='MemberExpression'][callee.object.property.name='db'][callee.property.name=/^(insert|patch|replace|delete)$/]",
  message: "A table's rows.ts alone writes it (see lib/rows.ts).",
};

// The rules about Convex and about the project's layers. `.oxlintrc.json` has the general ones, which take a tenth of the time there.
export default tseslint.config(
  // Tests may reach for anything, and parsing them takes a third of the time.
  {
    ignores: ["**/*.test.ts", "convex/_generated", "**/*.generated.ts"],
  },
  { files: ["convex/**/*.ts", "mind/**/*.ts"], extends: [tseslint.configs.base] },
  ...convex.configs.recommended.map((config) => ({ ...config, files: ["convex/**/*.ts"] })),
  {
    files: ["convex/**/*.ts", "mind/**/*.ts"],
    ignores: ["mind/text/unicode.ts"],
    rules: {
      "no-restricted-syntax": ["error", ...EVERYWHERE],
    },
  },
  {
    // The default runtime has no Node built-ins; a bundle check proves it, this says so while writing.
    files: ["convex/**/*.ts"],
    rules: {
      "no-restricted-imports": ["error", { patterns: [{ group: ["node:*"] }] }],
      "no-restricted-syntax": ["error", ...EVERYWHERE, ...UNTYPED, DIRECT_WRITES],
      "@convex-dev/no-filter-in-query": "error",
      "@convex-dev/require-args-validator": "error",
      "@convex-dev/explicit-table-ids": "error",
    },
  },
  {
    // What every writer is made of, and migrations, which read rows that no description knows any more.
    files: ["convex/lib/{exportNotes,orderedTree,recentEntries,rows,totals}.ts", "convex/migrations/rows.ts"],
    rules: { "no-restricted-syntax": ["error", ...EVERYWHERE, ...UNTYPED] },
  },
  {
    // The registry goes over the tables of all floors, and nothing else of those above.
    files: FEATURES.map((feature) => `convex/${feature}/**/*.ts`),
    plugins: { anima: { rules: { arrows: arrowsRule(FEATURES) } } },
    rules: { "anima/arrows": "error" },
  },
  ...FLOORS.map((floor, i) => ({
    files: [`mind/${floor}/**/*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: ["node:*", "**/convex/**", "**/host/**"],
              message: "mind/ imports nothing of the project.",
            },
            ...(i + 1 < FLOORS.length
              ? [
                  {
                    group: FLOORS.slice(i + 1).map((above) => `../${above}/*`),
                    message: "In mind/, arrows go down only.",
                  },
                ]
              : []),
          ],
        },
      ],
    },
  })),
  ...FEATURES.map((feature, i) => ({
    files: [`convex/${feature}/**/*.ts`],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            { group: ["node:*"] },
            ...(i + 1 < FEATURES.length
              ? [
                  {
                    // The registry names the tables of all floors, and nothing else of those above.
                    group: FEATURES.slice(i + 1).flatMap((above) => [
                      `../${above}/*`,
                      ...(feature === "registry" ? [`!../${above}/rows`] : []),
                    ]),
                    message: "In convex/, arrows go down only.",
                  },
                ]
              : []),
          ],
        },
      ],
    },
  })),
);

import convex from "@convex-dev/eslint-plugin";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["node_modules", "convex/_generated", ".data", ".host", "coverage"] },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "no-empty": ["error", { allowEmptyCatch: false }],
      eqeqeq: "error",
    },
  },
  { files: ["**/*.mjs"], extends: [tseslint.configs.disableTypeChecked] },
  ...convex.configs.recommended.map((config) => ({ ...config, files: ["convex/**/*.ts"] })),
  {
    files: ["convex/**/*.ts"],
    ignores: ["convex/mind/normalised.ts", "convex/**/*.test.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name='normalize']",
          message: "Normalising piled marks is quadratic: mind/normalised.ts bounds it.",
        },
      ],
    },
  },
  {
    // The default runtime has no Node built-ins; a bundle check proves it, this says so while writing.
    files: ["convex/**/*.ts"],
    ignores: ["convex/**/*.test.ts"],
    rules: {
      "no-restricted-imports": ["error", { patterns: ["node:*"] }],
      "@convex-dev/no-filter-in-query": "error",
      "@convex-dev/require-args-validator": "error",
      "@convex-dev/explicit-table-ids": "error",
    },
  },
);

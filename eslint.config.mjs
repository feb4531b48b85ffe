import next from "@next/eslint-plugin-next";
import boundaries from "eslint-plugin-boundaries";
import hooks from "eslint-plugin-react-hooks";
import { globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/*
 * Who may import what. A room not listed for another cannot be imported from there; `app` is listed nowhere.
 * PURE rooms run in the browser and on the server; SERVER rooms start with `import "server-only"`.
 */
const rooms = {
  app: "app",
  start: "{instrumentation,instrumentation-node,proxy}.ts",
  ui: "components/ui",
  form: "components/form",
  component: "components/*",
  config: "lib/config",
  directory: "lib/directory",
  queries: "lib/queries",
  errors: "lib/errors.ts",
  base: "lib/{env,singleton,log,request-headers}.ts",
  db: "lib/db",
  "config-file": "lib/config-file",
  checks: "lib/checks",
  instance: "lib/instance",
  operators: "lib/operators",
  api: "lib/api",
  panel: "lib/panel",
};
const PURE = ["config", "directory", "errors"];
const FOUNDATION = [...PURE, "base", "db"];
const SERVICES = [...FOUNDATION, "config-file"];
const mayImport = {
  app: [
    "app",
    "ui",
    "form",
    "component",
    "queries",
    "instance",
    "operators",
    "checks",
    "api",
    "panel",
    ...SERVICES,
  ],
  start: ["start", "api", "panel", "base"],
  ui: ["ui"],
  form: ["form", "ui", "queries", ...PURE],
  component: ["component", "ui", "form", "queries", ...PURE],
  queries: ["queries", ...PURE],
  config: PURE,
  directory: ["directory", "errors"],
  errors: [],
  base: ["base", "errors"],
  db: ["db", "base", "errors"],
  "config-file": SERVICES,
  checks: ["checks", "base", "config-file", ...PURE],
  instance: ["instance", ...SERVICES],
  operators: ["operators", ...FOUNDATION],
  api: ["api", "instance", ...SERVICES],
  panel: ["panel", "instance", "operators", ...SERVICES],
};

// A room is a folder, or a few files at the top of `lib` and of the project.
const isFiles = (room) => rooms[room].endsWith(".ts");
const folders = Object.keys(rooms).filter((room) => !isFiles(room));
const files = Object.keys(rooms).filter(isFiles);
const selector = (room) => (isFiles(room) ? { file: { categories: room } } : { element: { type: room } });

export default tseslint.config(
  globalIgnores([".next", "data", "node_modules", "test-results", "playwright-report", "next-env.d.ts"]),
  tseslint.configs.recommended,
  hooks.configs.flat["recommended-latest"],
  { ...next.configs["core-web-vitals"], files: ["app/**", "components/**"] },
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/ban-ts-comment": ["error", { "ts-expect-error": "allow-with-description" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
    },
  },
  {
    files: ["{app,components,lib}/**/*.{ts,tsx}", "*.ts"],
    ignores: ["**/*.test.{ts,tsx}", "*.config.ts"],
    plugins: { boundaries },
    settings: {
      "import/resolver": { typescript: { project: "./tsconfig.json" } },
      "boundaries/elements": folders.map((room) => ({ type: room, pattern: rooms[room] })),
      "boundaries/files": files.map((room) => ({ category: room, pattern: rooms[room] })),
    },
    rules: {
      "boundaries/dependencies": [
        "error",
        {
          default: "allow",
          policies: Object.keys(rooms).flatMap((from) =>
            Object.keys(rooms)
              .filter((to) => !mayImport[from].includes(to))
              .map((to) => ({ from: selector(from), disallow: { to: selector(to) } })),
          ),
        },
      ],
    },
  },
  {
    files: [
      "lib/{db,config-file,checks,instance,operators,api,panel}/**/*.ts",
      "lib/{env,singleton,log,request-headers}.ts",
    ],
    ignores: ["**/*.test.ts"],
    rules: {
      // A SERVER module that reaches the browser's bundle fails the build; this makes sure that each one says so.
      "no-restricted-syntax": [
        "error",
        {
          selector: "Program:not(:has(> ImportDeclaration[source.value='server-only']))",
          message: 'A server module starts with `import "server-only";`.',
        },
      ],
    },
  },
  {
    files: [
      "lib/{config,directory}/**/*.ts",
      "lib/errors.ts",
      "components/**/*.{ts,tsx}",
      "lib/queries/**/*.ts",
    ],
    ignores: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            { name: "zod", message: "Browsers load this module: use zod/mini, a quarter of its size." },
          ],
          patterns: [
            {
              group: ["node:*", "server-only", "next/headers", "kysely", "better-sqlite3"],
              message: "This module also runs in the browser.",
            },
          ],
        },
      ],
    },
  },
);

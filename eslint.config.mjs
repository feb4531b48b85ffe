import next from "@next/eslint-plugin-next";
import boundaries from "eslint-plugin-boundaries";
import hooks from "eslint-plugin-react-hooks";
import { globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/*
 * Who may import what (docs/architecture.md). A room that is not listed for another cannot be imported from there; `app` is
 * listed for start-up only, which hands the door its list of routes.
 */
const rooms = {
  app: "app",
  start: "{instrumentation,instrumentation-client,instrumentation-node,proxy}.ts",
  // The browser.
  ui: "components/ui",
  shell: "components/shell",
  settings: "components/settings",
  file: "components/file",
  overview: "components/overview",
  provisioning: "components/provisioning",
  "operators-area": "components/operators",
  "running-area": "components/running",
  // Browser and server.
  shared: "lib/shared",
  errors: "lib/errors.ts",
  // The server.
  base: "lib/{env,log,process-singleton,request-headers}.ts",
  door: "lib/server/door",
  db: "lib/server/db",
  audit: "lib/server/audit",
  "config-file": "lib/server/config-file",
  checks: "lib/server/checks",
  running: "lib/server/running",
  instance: "lib/server/instance",
  operators: "lib/server/operators",
  "instance-api": "lib/server/instance-api",
  "panel-api": "lib/server/panel-api",
};
const PURE = ["shared", "errors"];
const FOUNDATION = [...PURE, "base", "db", "audit"];
const SERVICES = [...FOUNDATION, "config-file"];
const FRAME = ["ui", "shell", ...PURE];
const AREAS = ["settings", "file", "overview", "provisioning", "operators-area", "running-area"];
const mayImport = {
  app: [
    "app",
    ...FRAME,
    ...AREAS,
    "instance",
    "operators",
    "checks",
    "running",
    "door",
    "instance-api",
    "panel-api",
    ...SERVICES,
  ],
  start: ["start", "app", "shell", "door", "instance-api", "panel-api", "base"],
  ui: ["ui"],
  shell: FRAME,
  settings: ["settings", ...FRAME],
  file: ["file", "settings", "operators-area", ...FRAME],
  overview: ["overview", "settings", "file", "provisioning", ...FRAME],
  provisioning: ["provisioning", "settings", ...FRAME],
  "operators-area": ["operators-area", ...FRAME],
  "running-area": ["running-area", "settings", ...FRAME],
  shared: PURE,
  errors: [],
  base: ["base", "errors"],
  door: ["door", "base", "config-file", ...PURE],
  db: ["db", "base", "errors"],
  audit: ["audit", "door", "base", "db", ...PURE],
  "config-file": SERVICES,
  checks: ["checks", "base", "db", "config-file", ...PURE],
  running: ["running", "checks", ...SERVICES],
  instance: ["instance", ...SERVICES],
  operators: ["operators", "door", ...FOUNDATION],
  "instance-api": ["instance-api", "door", "instance", ...SERVICES],
  "panel-api": ["panel-api", "door", "instance", "operators", "running", ...SERVICES],
};

// A room is a folder, or a few files at the top of a folder.
const isFiles = (room) => rooms[room].endsWith(".ts");
const folders = Object.keys(rooms).filter((room) => !isFiles(room));
const files = Object.keys(rooms).filter(isFiles);
const selector = (room) => (isFiles(room) ? { file: { categories: room } } : { element: { type: room } });

const onlyZodMini = {
  name: "zod",
  message: "Browsers load this module: use zod/mini, a quarter of its size.",
};
const onlyOurLink = {
  name: "next/link",
  message: "Use components/ui/link: it fetches ahead only what somebody points at.",
};
const noServer = {
  group: ["node:*", "server-only", "next/headers", "kysely"],
  message: "This module also runs in the browser.",
};
/** Those are the specification's: a file may be of another edition (docs/architecture.md). */
const askTheEdition = {
  name: "@/lib/shared/settings/registry",
  importNames: ["containerPaths", "fieldAt", "fields", "sectionById", "sectionOf", "sections", "specified"],
  message: "Ask the edition of the file: editionOf(naming).registry, or useEdition() in a component.",
};
const noTestHelpers = { group: ["@/testing/**", "**/testing/**"], message: "testing/ is for tests only." };

/*
 * What an area offers to the others. A list rather than an `index.ts` in each: pages of Next would pull whatever a barrel
 * names into the server's bundle and the browser's (docs/decisions/0005-faces-of-areas.md).
 */
const OFFERED = [
  "settings/kinds/bit-editor",
  "settings/queries/",
  "settings/review/change-diff",
  "settings/review/use-saved-toast",
  "settings/rows/setting-link",
  "settings/rows/use-fix",
  "settings/store/config-file",
  "settings/store/config-form",
  "settings/store/describe",
  "settings/store/entry",
  "settings/store/operations",
  "settings/store/use-key-drafts",
  "settings/store/use-setting",
  "file/outside/broken-file-notice",
  "file/queries/",
  "provisioning/queries/",
  "operators/sign-in/sign-in-and-come-back",
];

const areaRules = AREAS.map((room) => {
  const own = rooms[room];
  return {
    files: [`${own}/**/*.{ts,tsx}`],
    ignores: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [onlyZodMini, onlyOurLink, askTheEdition],
          patterns: [
            noServer,
            noTestHelpers,
            {
              regex: `^@/components/(?!${[`${own.split("/")[1]}/`, "ui/", "shell/", ...OFFERED].join("|")})`,
              message: "Of another area import only what it offers (OFFERED in eslint.config.mjs).",
            },
          ],
        },
      ],
    },
  };
});

export default tseslint.config(
  globalIgnores([".next", "data", "node_modules", "test-results", "playwright-report", "next-env.d.ts"]),
  tseslint.configs.recommended,
  // Hooks are in these alone; the rules compile every component, which takes long.
  { ...hooks.configs.flat["recommended-latest"], files: ["{app,components}/**", "testing/**/*.tsx"] },
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
          // One for each room rather than for each pair: every import is compared with every one.
          policies: Object.keys(rooms).map((from) => ({
            from: selector(from),
            disallow: {
              to: Object.keys(rooms)
                .filter((to) => !mayImport[from].includes(to))
                .map(selector),
            },
          })),
        },
      ],
    },
  },
  {
    files: ["lib/server/**/*.ts", "lib/{env,log,process-singleton}.ts"],
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-imports": ["error", { paths: [askTheEdition], patterns: [noTestHelpers] }],
      // A server module that reaches the browser's bundle fails the build; this makes sure that each one says so.
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
    files: ["lib/shared/**/*.ts", "lib/errors.ts", "components/{ui,shell}/**/*.{ts,tsx}"],
    ignores: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-imports": ["error", { paths: [onlyZodMini], patterns: [noServer, noTestHelpers] }],
      "no-restricted-properties": [
        "error",
        { object: "z", property: "toJSONSchema", message: "Every page with a setting would carry it: 8 kB." },
      ],
    },
  },
  ...areaRules,
);

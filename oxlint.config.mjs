// oxlint does not find a file with this name automatically, so `npm run lint` passes it with -c. oxlint would find
// oxlint.config.ts, but Node 20 cannot load TypeScript.

/*
 * The rules for imports between rooms (docs/architecture.md). A room is a folder, or a few files at the top
 * of a folder. `mayImport` lists the rooms that a room can import.
 */
const rooms = {
  app: "app",
  start: "{instrumentation-client,proxy}.ts",
  core: "lib/server/core.ts",
  "core-access": "lib/core.ts",
  // The browser.
  ui: "components/ui",
  shell: "components/shell",
  settings: "components/settings",
  file: "components/file",
  overview: "components/overview",
  provisioning: "components/provisioning",
  "operators-area": "components/operators",
  "running-area": "components/running",
  upkeep: "components/upkeep",
  // Code for both the browser and the server
  shared: "lib/shared",
  errors: "lib/errors.ts",
  // The server.
  base: "lib/{clock,env,log,panel-settings,repeats,request-context,request-headers,secret}.ts",
  door: "lib/server/http/door",
  db: "lib/server/db",
  audit: "lib/server/audit",
  "config-file": "lib/server/config-file",
  checks: "lib/server/checks",
  monitor: "lib/server/monitor",
  known: "lib/server/known",
  reload: "lib/server/reload",
  apply: "lib/server/apply",
  instance: "lib/server/instance",
  operators: "lib/server/operators",
  api: "lib/server/http/api",
  "instance-api": "lib/server/http/instance-api",
  panel: "lib/server/panel",
  "panel-api": "lib/server/http/panel-api",
  rooms: "lib/server/rooms.ts",
};
const PURE = ["shared", "errors"];
const FOUNDATION = [...PURE, "base", "db", "audit"];
const SERVICES = [...FOUNDATION, "config-file"];
/** Only what puts domains together imports several of them. */
const DOMAINS = [
  ...["door", "instance", "operators", "checks", "monitor", "known", "reload", "apply"],
  ...SERVICES,
];
const FRAME = ["ui", "shell", ...PURE];
const AREAS = ["settings", "file", "overview", "provisioning", "operators-area", "running-area", "upkeep"];
const mayImport = {
  app: [
    "app",
    ...FRAME,
    ...AREAS,
    "core-access",
    // Only types (`onlyTypesOfServer`).
    "instance",
    "operators",
  ],
  start: ["start", "shell", ...PURE],
  "core-access": ["core"],
  core: ["rooms", "door", "instance-api", "panel", "panel-api", "monitor", ...SERVICES],
  rooms: ["instance-api", "panel", "panel-api", ...DOMAINS],
  ui: ["ui"],
  shell: FRAME,
  settings: ["settings", ...FRAME],
  file: ["file", "settings", ...FRAME],
  overview: ["overview", "settings", "file", "provisioning", "running-area", "upkeep", ...FRAME],
  provisioning: ["provisioning", "settings", "running-area", ...FRAME],
  "operators-area": ["operators-area", "settings", "provisioning", ...FRAME],
  "running-area": ["running-area", "settings", "file", ...FRAME],
  upkeep: ["upkeep", ...FRAME],
  shared: PURE,
  errors: [],
  base: ["base", ...PURE],
  door: ["door", "base", "config-file", ...PURE],
  db: ["db", "base", "errors"],
  audit: ["audit", "base", "db", ...PURE],
  "config-file": SERVICES,
  checks: ["checks", "base", "db", "config-file", ...PURE],
  monitor: ["monitor", "checks", ...SERVICES],
  known: ["known", "checks", ...SERVICES],
  reload: ["reload", "checks", ...SERVICES],
  apply: ["apply", "known", "reload", "checks", ...SERVICES],
  instance: ["instance", "door", ...SERVICES],
  operators: ["operators", "door", ...FOUNDATION],
  api: ["api", "door", "base", ...PURE],
  "instance-api": ["instance-api", "api", "door", "panel", "rooms", "instance", "operators", ...SERVICES],
  panel: ["panel", ...DOMAINS],
  "panel-api": ["panel-api", "rooms", "panel", "instance-api", "api", ...DOMAINS],
};

const onlyZodMini = {
  name: "zod",
  message: "Import zod/mini instead. Browsers load this module, and zod is four times as large.",
};
const onlyOurLink = {
  name: "next/link",
  message: "Import Link from components/ui/link instead. It prefetches only hovered or focused links.",
};
const noServer = {
  group: ["node:*", "server-only", "next/headers", "kysely"],
  message:
    "Do not import server modules or Node built-ins here, because this module also runs in the browser.",
};
/** Modules of the contract that contain no schemas, so pages may import values from them. */
const CONTRACT_VALUES = ["values", "check-kinds", "check-answer"];
const onlyTypesOfRoutes = {
  group: [
    "@/lib/shared/contract",
    "@/lib/shared/contract/*",
    ...CONTRACT_VALUES.map((name) => `!@/lib/shared/contract/${name}`),
  ],
  allowTypeImports: true,
  message: "Import only types from here. A value would load the schemas of all routes into the browser.",
};
/**
 * Forbids importing the settings of the specification directly. A file may belong to another edition
 * (docs/architecture.md), so other areas must use the registry of the file's edition.
 */
const useEditionsRegistry = {
  name: "@/lib/shared/settings/registry",
  importNames: ["containerPaths", "fieldAt", "fields", "sectionById", "sectionOf", "sections", "specified"],
  message:
    "Use the registry of the file's edition: editionOf(naming).registry, or useEdition() in a component.",
};

/*
 * The modules that an area of the interface offers to other areas. Areas have no `index.ts`, because Next
 * would bundle everything that an index exports, for the server and for the browser
 * (docs/decisions/0005-faces-of-areas.md).
 */
const OFFERED = [
  "settings/kinds/bit-editor",
  "settings/queries",
  "settings/review/change-diff",
  "settings/review/use-saved-toast",
  "settings/rows/setting-link",
  "settings/rows/use-fix",
  "settings/store/config-form",
  "settings/store/entry",
  "settings/store/words",
  "settings/store/use-setting",
  "settings/undo",
  "file/outside",
  "file/queries",
  "provisioning/connection",
  "provisioning/queries",
  "running/evidence",
  "running/in-effect",
  "running/instance-output",
  "running/instance-tabs",
  "running/running-words",
  "running/server-claims",
  "settings/rows/upgrade-changes",
  "upkeep/back-up-button",
  "provisioning/shown-token",
  "provisioning/token-box",
];

/** The modules that a folder of lib/server offers to other folders, in addition to its `index.ts`. */
const OFFERED_ON_SERVER = {
  api: ["body", "json-schema", "match"],
  audit: ["key", "sinks", "sinks/file", "verify"],
  checks: ["address", "broker", "dial", "endpoints", "http", "probes", "run", "trail"],
  db: ["rate-counter"],
  instance: ["provision"],
  "instance-api": ["route"],
  monitor: [
    "backup/archive",
    "backup/backups",
    "backup/make",
    "backup/planned-restore",
    "backup/restore",
    "backup/schedule",
    "backup/verify",
    "notify",
    "notify/triggers",
  ],
  panel: [
    "audit-view",
    "doctor-proof",
    "file-for-role",
    "grants",
    "join",
    "page-address",
    "presence",
    "provision",
    "start-up",
  ],
  "panel-api": ["area", "auth-area", "event-streams", "open-area", "problem"],
  known: ["ask", "compare", "instance", "starts", "traffic", "versions"],
};
const offeredOnServer = Object.keys(rooms)
  .filter((room) => rooms[room].startsWith("lib/server/"))
  .flatMap((room) =>
    ["", ...(OFFERED_ON_SERVER[room] ?? []).map((file) => `/${file}`)].map(
      (file) => rooms[room].replace(/\.ts$/, "") + file,
    ),
  );

/** Refuses imports of server modules that their room does not offer. */
const onlyOfferedOnServer = (room) => ({
  group: [
    "@/lib/server/**",
    `!@/${rooms[room]}`,
    `!@/${rooms[room]}/**`,
    ...offeredOnServer.map((path) => `!@/${path}`),
  ],
  message:
    "Import only modules that the other room offers: index.ts, or see OFFERED_ON_SERVER in oxlint.config.mjs.",
});

const onlyTypesOfServer = {
  group: ["@/lib/server/**"],
  allowTypeImports: true,
  message: "Import only types from the server. Next would bundle a copy of it. Call core() instead.",
};

/** Returns limits on a room's imports that apply in addition to `mayImport`. */
function furtherLimits(room) {
  if (room === "app") return { paths: [], patterns: [onlyTypesOfServer] };
  if (room === "core-access") return { paths: [], patterns: [onlyTypesOfServer] };
  if (FRAME.includes(room))
    return {
      paths: [onlyZodMini],
      patterns: room === "shell" || room === "ui" ? [noServer, onlyTypesOfRoutes] : [noServer],
    };
  if (!AREAS.includes(room)) return { paths: [useEditionsRegistry], patterns: [onlyOfferedOnServer(room)] };

  const open = [rooms[room], rooms.ui, rooms.shell, ...OFFERED.map((path) => `components/${path}`)];
  const onlyOffered = {
    group: ["@/components/**", ...open.flatMap((path) => [`!@/${path}`, `!@/${path}/**`])],
    message: "Import only modules that the other area offers. See OFFERED in oxlint.config.mjs.",
  };
  return {
    paths: [onlyZodMini, onlyOurLink, useEditionsRegistry],
    patterns: [noServer, onlyTypesOfRoutes, onlyOffered],
  };
}

const isFiles = (room) => rooms[room].endsWith(".ts");

/**
 * Returns a regular expression that matches import paths into a room: `lib/server/http/door(/|$)`, or
 * `lib/(env|log)$` for files.
 */
const wayInto = (room) =>
  isFiles(room)
    ? `${rooms[room].replace(/\.ts$/, "").replace(/\{(.*)\}/, (_, names) => `(${names.replaceAll(",", "|")})`)}$`
    : `${rooms[room]}(/|$)`;

/**
 * Returns the import rules for files in a room. `stepsOut` is the number of `../` that an import needs to
 * leave the room's folder.
 */
function roomRules(room, files, stepsOut) {
  const closed = Object.keys(rooms).filter((other) => !mayImport[room].includes(other));
  const { paths, patterns } = furtherLimits(room);
  return {
    files: [files],
    excludeFiles: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths,
          patterns: [
            {
              regex: `^@/(${closed.map(wayInto).join("|")})`,
              message:
                "Import only from rooms that this room may import. See mayImport in oxlint.config.mjs.",
            },
            // oxlint's rule checks the path as written, not the file that it resolves to.
            {
              regex: stepsOut === 0 ? "^\\.\\.?(/|$)" : `^(\\.\\./){${stepsOut - 1}}\\.\\.(/|$)`,
              message: "Import files outside this room by their path from the root: @/…",
            },
            { regex: "^\\./\\.\\.|[^./]/\\.\\.?(/|$)|/\\./", message: "Use the shortest path to the file." },
            { group: ["@/testing/**", "**/testing/**"], message: "Import from testing/ only in tests." },
            ...patterns,
          ],
        },
      ],
    },
  };
}

/** The maximum nesting of folders in a room; no room reaches it. */
const DEEPEST = 12;

export default {
  plugins: ["eslint", "typescript", "oxc", "react", "nextjs", "import"],
  // React's rules include those of the React Compiler.
  categories: { correctness: "error" },
  options: { denyWarnings: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: [".next", "data", "node_modules", "test-results", "playwright-report", "next-env.d.ts"],
  rules: {
    // Includes cycles of type imports and cycles inside a folder.
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "no-array-constructor": "error",
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "no-var": "error",
    "prefer-const": "error",
    "prefer-rest-params": "error",
    "prefer-spread": "error",
    "typescript/ban-ts-comment": ["error", { "ts-expect-error": "allow-with-description" }],
    "typescript/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
    "typescript/no-empty-object-type": "error",
    "typescript/no-explicit-any": "error",
    "typescript/no-namespace": "error",
    "typescript/no-require-imports": "error",
    "typescript/no-unnecessary-type-constraint": "error",
    "typescript/no-unsafe-function-type": "error",
    "react/exhaustive-deps": "error",
    "react/rules-of-hooks": "error",
    "react/unsupported-syntax": "error",
    // Text parsers match control characters on purpose.
    "no-control-regex": "off",
    "no-misleading-character-class": ["error", { allowEscape: true }],
    // Playwright requires an empty pattern as the first parameter of a fixture that uses no other fixture.
    "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
  },
  overrides: [
    ...Object.keys(rooms).flatMap((room) =>
      isFiles(room)
        ? [roomRules(room, rooms[room], 0)]
        : Array.from({ length: DEEPEST }, (_, depth) =>
            roomRules(room, `${rooms[room]}/${"*/".repeat(depth)}*.{ts,tsx}`, depth + 1),
          ),
    ),
    {
      files: ["lib/shared/**/*.ts", "lib/errors.ts", "components/{ui,shell}/**/*.{ts,tsx}"],
      excludeFiles: ["**/*.test.{ts,tsx}"],
      rules: {
        "no-restricted-properties": [
          "error",
          {
            object: "z",
            property: "toJSONSchema",
            message: "Do not use z.toJSONSchema here. It would add 8 kB to every page with a setting.",
          },
        ],
      },
    },
  ],
};

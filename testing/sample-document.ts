import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { allProblems, evaluateRules } from "@/lib/shared/settings/rules";

/** Returns a small file with these values. All other settings have their defaults. */
export function sampleDocument(
  values: Record<string, unknown>,
  set: readonly string[],
  rest: Partial<ConfigSnapshot> = {},
): ConfigSnapshot {
  const document: ConfigSnapshot = {
    etag: "1".repeat(64),
    naming: "neutral",
    values,
    set: [...set],
    secrets: {},
    problems: [],
    file: {
      path: "/srv/config.json",
      state: "usable",
      readOnly: null,
      size: 2,
      modifiedAt: "2026-08-01T00:00:00.000Z",
    },
    unknown: [],
    shown: {},
    spelling: {},
    ...rest,
  };
  // Adds the rules' problems, as the server does for every usable file (lib/server/config-file/describe.ts).
  const violations = document.file.state === "usable" ? evaluateRules(document) : [];
  return { ...document, problems: allProblems(document.problems, violations) };
}

import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";

/** A small file with these values. All other settings have their defaults. */
export function sampleDocument(
  values: Record<string, unknown>,
  set: readonly string[],
  rest: Partial<ConfigSnapshot> = {},
): ConfigSnapshot {
  return {
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
    spelling: {},
    ...rest,
  };
}

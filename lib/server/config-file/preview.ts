import "server-only";
import { structuredPatch } from "diff";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { checkOperations, normaliseOperations } from "@/lib/shared/settings/operations";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { ConfigPreview, DiffLine } from "@/lib/shared/contract/config";
import { AppError } from "@/lib/errors";
import { edited } from "./save-operations";
import { checkKeys } from "./key-edits";
import { pathsOfNamedSecrets } from "./named-secrets";
import type { OpenFile } from "./open-file";
import { editionFor } from "./edition";
import { maskedPair } from "./masked-pair";
import { readAndRecord } from "./file-snapshot";
import type { UsableVersion } from "./parse";
import { unusable } from "./save";
import { spellings } from "./naming";
import { type Reading, readingOf } from "./reading";
import type { SecretPlace } from "./secrets";
import { type JsonNode, nodeAt } from "@/lib/shared/json/tree";
import { showPath } from "@/lib/shared/json/value";

/**
 * `context`: number of unchanged lines to show around a change. `maxEditLength` limits the work, which grows with the
 * square of the number of changed lines: without it, a request of 200 kB could block the process for 18 s.
 */
const comparison = { context: 2, maxEditLength: 1_000 };

/**
 * Previews the file's text after the operations, with every secret hidden. A secret in the request is shown as new.
 * @throws AppError `invalid-settings`, `config-unusable`
 */
export async function previewOperations(
  config: OpenFile,
  operations: readonly Operation[],
  keys: readonly KeyChange[] = [],
): Promise<ConfigPreview> {
  const current = await readAndRecord(config);
  const { registry } = editionFor(config, current.version);
  const problems = [...checkOperations(operations, registry), ...checkKeys(keys)];
  if (problems.length > 0) {
    throw new AppError("invalid-settings", problems[0]?.message ?? "", { problems });
  }
  if (!current.version) throw unusable(current);
  const wanted = normaliseOperations(operations, registry);
  const after = edited(config, current, wanted, keys);
  const named = namedNodes(readingOf(after, config.naming), wanted, keys);
  return { etag: current.etag, hunks: hunksOf(current.version, after, named) };
}

/** The values in the new version that contain secrets from the request (`named-secrets.ts`). */
function namedNodes(
  reading: Reading,
  operations: readonly Operation[],
  keys: readonly KeyChange[],
): JsonNode[] {
  const { root } = reading.version;
  const paths = pathsOfNamedSecrets(operations, keys);
  const settings = operations.flatMap(({ path }) =>
    paths.has(path) ? spellings(path, "neutral").flatMap((segments) => nodeAt(root, segments) ?? []) : [],
  );
  const others = reading.unknown.filter(({ segments }) => paths.has(showPath(segments)));
  return [...settings, ...others.map(({ member }) => member.value)];
}

function hunksOf(
  version: UsableVersion,
  after: UsableVersion,
  named: readonly JsonNode[],
): ConfigPreview["hunks"] {
  const isNamed = ({ node }: SecretPlace) =>
    named.some(({ start, end }) => start <= node.start && node.end <= end);
  const [before, now] = maskedPair(version, after, isNamed);
  const patch = structuredPatch("", "", before, now, undefined, undefined, comparison);
  if (!patch) return null;
  return patch.hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines.flatMap((line) => lineOf(line) ?? []),
  }));
}

const kinds: Readonly<Record<string, DiffLine["kind"]>> = { " ": "same", "+": "added", "-": "removed" };

/** Undefined for the diff's remark that a file does not end with a newline. */
function lineOf(line: string): DiffLine | undefined {
  const kind = kinds[line.charAt(0)];
  return kind && { kind, text: line.slice(1).replace(/\r$/, "") };
}

import "server-only";
import { structuredPatch } from "diff";
import type { Operation } from "@/lib/config/document";
import { checkOperations, normaliseOperations } from "@/lib/config/operations";
import type { ConfigPreview, DiffLine } from "@/lib/config/preview";
import { AppError } from "@/lib/errors";
import { editedBytes } from "./apply";
import type { Context } from "./context";
import { type Current, observe } from "./current";
import { showPath, sliceOf } from "./json";
import { parse, type UsableVersion } from "./parse";
import { unusable } from "./save";
import { secretPlaces } from "./secrets";

/** Lines around a change. */
const context = 2;

/**
 * What operations would make of the file's text, with every secret hidden; a secret that they replace shows as a new one.
 * @throws AppError `invalid-settings`, `config-unusable`
 */
export async function previewOperations(
  opened: Context,
  operations: readonly Operation[],
): Promise<ConfigPreview> {
  const problems = checkOperations(operations);
  if (problems.length > 0) {
    throw new AppError("invalid-settings", problems[0]?.message ?? "", { problems });
  }
  const current = await observe(opened);
  if (!current.version) throw unusable(current);
  const after = parse(editedBytes(opened, current, normaliseOperations(operations)));
  if (!after.usable) throw unusable(current);
  return { etag: current.etag, hunks: hunksOf(current, after.version) };
}

function hunksOf({ version }: Current, after: UsableVersion): ConfigPreview["hunks"] {
  if (!version) return [];
  const stored = new Map(
    secretPlaces(version).map((one) => [showPath(one.segments), sliceOf(version.text, one.node)]),
  );
  const old = hidden(version, () => "«secret»");
  const edited = hidden(after, (path, text) => (stored.get(path) === text ? "«secret»" : "«new secret»"));
  const { hunks } = structuredPatch("", "", old, edited, undefined, undefined, { context });
  return hunks.map(({ oldStart, newStart, lines }) => ({
    oldStart,
    newStart,
    lines: lines.flatMap((line) => lineOf(line) ?? []),
  }));
}

const kinds: Readonly<Record<string, DiffLine["kind"]>> = { " ": "same", "+": "added", "-": "removed" };

/** Undefined for the patch's own remark that a file has no line break at its end. */
function lineOf(line: string): DiffLine | undefined {
  const kind = kinds[line.charAt(0)];
  return kind && { kind, text: line.slice(1).replace(/\r$/, "") };
}

function hidden(version: UsableVersion, wordsFor: (path: string, text: string) => string): string {
  const { text } = version;
  let result = "";
  let at = 0;
  for (const { segments, node } of secretPlaces(version)) {
    result += `${text.slice(at, node.start)}"${wordsFor(showPath(segments), sliceOf(text, node))}"`;
    at = node.end;
  }
  return result + text.slice(at);
}

import "server-only";
import { isUtf8 } from "node:buffer";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import type { RawText } from "@/lib/shared/contract/config";
import { AppError } from "@/lib/errors";
import { compareLines } from "./compare-lines";
import type { FileSnapshot, OpenFile } from "./open-file";
import { refuseContradictions } from "./contradictions";
import { decodeLeniently, encode } from "./text";
import type { Broken, Version } from "./version";
import { save, type SaveRequest, unusable } from "./save";
import {
  maskBroken,
  type Masked,
  maskSecrets,
  misplacedMarkers,
  type Restored,
  secretPlaces,
  strayMarkers,
  unmaskSecrets,
} from "./secrets";

/**
 * Includes the text of a broken file, so that an operator can fix the file in the editor. With secrets,
 * includes everything that the editor hides: only for an explicit request, which the caller records in the
 * audit log.
 * @throws AppError `conflict` for the secrets of a file that is not broken, because only a repair needs them
 */
export function rawText(current: FileSnapshot, { withSecrets } = { withSecrets: false }): RawText {
  const { etag, state, problems } = current;
  if (!withSecrets) return { etag, text: masked(current).text, state, problems };
  if (state === "broken") return { etag, text: textOf(current), state, problems };
  throw new AppError(
    "conflict",
    "The file is valid, so its secrets stay hidden. To see them, download the file with secrets.",
  );
}

/**
 * Replaces the whole text, even of a broken or missing file. The editor shows markers instead of secrets. A
 * save replaces the markers with the base version's secrets. The file's line endings and byte order mark are
 * preserved.
 * @throws AppError `invalid-settings` for invalid JSON, for new values that the instance cannot read, and for
 *   new contradictions (`contradictions.ts`); `details.places` contains the positions
 * @throws the errors of `save`
 */
export function saveRaw(
  config: OpenFile,
  { text, ...rest }: SaveRequest & { text: string },
): Promise<FileSnapshot> {
  return save(config, {
    ...rest,
    paths: null,
    async build(current) {
      if (current.state === "unreadable") throw unusable(current);
      const base = masked(current);
      const restored = unmaskSecrets(withLineEnds(text, base.text), base);
      const bytes = encode(restored.text, hasMark(current));
      const parsed = config.versions.typed(bytes);
      if (parsed.usable) {
        refuseMarkers(parsed, restored);
        await parsed.workOut();
      }
      const version = checkedVersion(current, parsed);
      refuseContradictions(current.version, version);
      return { version, namesSecret: textNamesSecret(version, restored) };
    },
  });
}

/**
 * It must be usable, and settings that are readable now must stay readable.
 * @throws AppError `invalid-settings`
 */
export function checkedVersion(current: FileSnapshot, parsed: Version | Broken): Version {
  if (!parsed.usable) {
    const [first] = parsed.problems;
    const place = first?.line === undefined ? "" : ` (line ${first.line}, column ${first.column})`;
    throw invalid(`${first?.message ?? "The text is not valid."}${place}`, parsed.problems);
  }
  const before = current.version ? errorsOf(current.version) : [];
  const added = errorsOf(parsed).filter(({ path }) => !before.some((old) => old.path === path));
  if (added.length > 0) throw invalid("The instance cannot read some of the settings.", added);
  return parsed;
}

const errorsOf = ({ problems }: Version): Problem[] =>
  problems.filter(({ severity }) => severity === "error");

function invalid(message: string, problems: readonly Problem[]): AppError {
  return new AppError("invalid-settings", `${message} Nothing was saved.`, {
    problems: problems.map((problem) => ({ path: problem.path ?? "", message: problem.message })),
    details: { places: problems },
  });
}

/**
 * Refuses markers that cannot be replaced with their secret. If a marker were saved as text, the secret would be
 * lost. If a marker was moved to another key, its secret would be visible there.
 */
function refuseMarkers(version: Version, { places }: Restored): void {
  refuse(
    "This marker was moved to a place where its secret would be visible. Move the marker back, or write a value instead.",
    misplacedMarkers(version, places),
  );
  refuse(
    "This marker matches no secret in the file. Write the secret itself, or null.",
    strayMarkers(version, places),
  );
}

function refuse(message: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  throw invalid(
    message,
    paths.map((path) => ({ path, severity: "error", message })),
  );
}

function textOf({ file, version }: FileSnapshot): string {
  if (version) return version.text;
  return file.kind === "present" ? decodeLeniently(file.bytes) : "";
}

function masked(current: FileSnapshot): Masked {
  const { file, version } = current;
  if (version) return maskSecrets(version);
  // Zero bytes indicate UTF-16 without a byte order mark.
  const isGuessed = file.kind === "present" && (!isUtf8(file.bytes) || file.bytes.includes(0));
  return maskBroken(textOf(current), isGuessed);
}

const hasMark = ({ file }: FileSnapshot): boolean =>
  file.kind === "present" && file.bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));

/**
 * Text fields in browsers use only \n. This restores the line ends of the base text. A new line gets the end of the line
 * before it.
 */
function withLineEnds(text: string, base: string): string {
  if (text.includes("\r") || !base.includes("\r")) return text;
  const ends = base.match(/\r\n?|\n/g) ?? [];
  const [first = "\n"] = ends;
  const lines = text.split("\n");
  const parts = compareLines(base.split(/\r\n?|\n/), lines) ?? [
    { value: lines, added: true, removed: false },
  ];
  let [end, at] = [first, 0];
  const found: string[] = [];
  let replaced: string[] = [];
  for (const { value, added, removed } of parts) {
    const oldEnds = added ? replaced : ends.slice(at, at + value.length);
    if (!added) at += value.length;
    replaced = removed ? oldEnds : [];
    if (removed) continue;
    for (const index of value.keys()) found.push((end = oldEnds[index] ?? end));
  }
  found.pop();
  // Before an empty line that ends with \n, a lone \r would become one line end with it.
  const melts = (at: number) => found[at] === "\r" && lines[at + 1] === "" && found[at + 1] === "\n";
  return lines.map((line, at) => line + (melts(at) ? "\r\n" : (found[at] ?? ""))).join("");
}

function textNamesSecret(version: Version, { places }: Restored): boolean {
  const ends = new Map(places.map(({ start, end }) => [start, end]));
  return secretPlaces(version).some(({ node }) => ends.get(node.start) !== node.end);
}

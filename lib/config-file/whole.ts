import "server-only";
import type { Problem } from "@/lib/config/document";
import type { RawText } from "@/lib/config/history";
import { AppError } from "@/lib/errors";
import type { Context } from "./context";
import { refuseContradictions } from "./contradictions";
import { type Current, observe } from "./current";
import { valueProblems } from "./effective";
import { encode, parse, type Parsed, type UsableVersion } from "./parse";
import { readingOf } from "./reading";
import { save, unusable } from "./save";
import { maskSecrets, misplacedMarkers, strayMarkers, unmaskSecrets } from "./secrets";

export interface SaveText {
  baseEtag: string;
  text: string;
  author: string;
  note?: string | null;
}

/** Reads the text for the raw editor; also of a file that is broken, so that it can be mended there. */
export async function readRaw(context: Context): Promise<RawText> {
  const current = await observe(context);
  const text = maskSecrets(textOf(current), current.version).text;
  return { etag: current.etag, text, state: current.state, problems: current.problems };
}

/**
 * Replaces the whole text: the raw editor's save, also over a file that is broken or missing. Markers stand for the
 * secrets of the base version. Line ends and byte order mark stay those of the file.
 * @throws AppError `invalid-settings` for text that is not valid JSON (`details.problems` with line and column) or that
 *   adds a setting the instance cannot read, or a contradiction (`contradictions.ts`); and as `save`
 */
export function saveRaw(context: Context, { text, ...rest }: SaveText): Promise<Current> {
  return save(context, {
    ...rest,
    paths: null,
    build: (current) => {
      if (current.state === "unreadable") throw unusable(current);
      const base = textOf(current);
      const ended = withLineEnds(text, base);
      const shown = maskSecrets(base, current.version);
      const restored = unmaskSecrets(ended, shown.secrets);
      const brokenBase = current.version ? null : shown.text;
      refuseMarkers(parse(encode(ended, false)), parse(encode(restored, false)), brokenBase);
      const bytes = checkedBytes(context, current, encode(restored, hasMark(current)));
      refuseContradictions(context, current.version, bytes);
      return bytes;
    },
  });
}

/**
 * Checks bytes that are to replace the whole file: they must be usable, and no setting may be unreadable in them that
 * is readable now.
 */
export function checkedBytes(context: Context, current: Current, bytes: Buffer): Buffer {
  const parsed = parse(bytes);
  if (!parsed.usable) {
    const [first] = parsed.problems;
    const place = first?.line === undefined ? "" : ` (line ${first.line}, column ${first.column})`;
    throw invalid(`${first?.message ?? "The text is not valid."}${place}`, parsed.problems);
  }
  const before = current.version ? errorsOf(context, current.version) : [];
  const added = errorsOf(context, parsed.version).filter(
    ({ path }) => !before.some((old) => old.path === path),
  );
  if (added.length > 0) throw invalid("The instance could not read some settings.", added);
  return bytes;
}

function errorsOf(context: Context, version: UsableVersion): Problem[] {
  return valueProblems(readingOf(version, context.naming)).filter(({ severity }) => severity === "error");
}

function invalid(message: string, problems: readonly Problem[]): AppError {
  return new AppError("invalid-settings", `${message} Nothing was saved.`, {
    problems: problems.map((problem) => ({ path: problem.path ?? "", message: problem.message })),
    details: { places: problems },
  });
}

/** A marker saved as it stands would become the secret itself, or show a secret at another key. */
function refuseMarkers(masked: Parsed, restored: Parsed, brokenBase: string | null): void {
  if (!masked.usable || !restored.usable) return;
  refuse(
    "A secret's marker stands at a key that is not secret. Move it back, or write a value instead.",
    misplacedMarkers(masked.version, restored.version, brokenBase),
  );
  refuse(
    "This marker stands for no secret of the file. Write the secret itself, or null.",
    strayMarkers(restored.version),
  );
}

function refuse(message: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  throw invalid(
    message,
    paths.map((path) => ({ path, severity: "error", message })),
  );
}

function textOf({ file, version }: Current): string {
  if (version) return version.text;
  if (file.kind !== "present") return "";
  return new TextDecoder("utf-8").decode(file.bytes);
}

const hasMark = ({ file }: Current): boolean =>
  file.kind === "present" && file.bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]));

/** Editors in a browser know only \n; a file whose lines end in \r\n keeps doing so. */
function withLineEnds(text: string, base: string): string {
  const crlf = base.includes("\r\n") && !/[^\r]\n/.test(base);
  return crlf && !text.includes("\r") ? text.replaceAll("\n", "\r\n") : text;
}

import "server-only";
import { readFileSync, statSync } from "node:fs";
import { readJson } from "@/lib/shared/json/read";
import { memberOf, nodeAt, placeOf, valueOf } from "@/lib/shared/json/tree";
import { baseOf, loadEdition } from "@/lib/shared/settings/editions";
import { type EditionFault, faultsOf } from "@/lib/shared/settings/editions/edition-file-check";
import { type EditionFile, editionFileSchema } from "@/lib/shared/settings/editions/edition-file-schema";
import { defaultLength } from "@/lib/shared/settings/kinds/text";
import { waysOf } from "./pattern-cost";
import { decode, wordsFor } from "./text";

const MOST_BYTES = 1024 * 1024;
const MOST_FAULTS = 20;

/** @throws Error that lists the faults with line and column */
export function readEditionFile(path: string): EditionFile {
  const refuse = (lines: readonly string[]): never => {
    throw new Error(
      `The edition file at CONFIG_EDITION is not valid. Correct it and start again.\n${lines.join("\n")}`,
    );
  };
  let bytes: Buffer;
  try {
    const stat = statSync(path);
    if (!stat.isFile()) refuse([`  ${path} is not a file.`]);
    if (stat.size > MOST_BYTES) refuse([`  ${path} has ${stat.size} bytes; at most ${MOST_BYTES} are read.`]);
    bytes = readFileSync(path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    return refuse([`  ${path} cannot be read (${String(error.code)}).`]);
  }
  const decoded = decode(bytes);
  if ("problem" in decoded) return refuse([`  ${path}: ${decoded.problem.message}`]);
  const { text } = decoded;
  const { root, problems } = readJson(text);
  if (!root)
    return refuse(
      problems.map((problem) => {
        const { line, column, message } = wordsFor(text, problem);
        return `  ${path}:${line}:${column}: ${message}`;
      }),
    );
  const startOf = (place: EditionFault["place"]): number => {
    const parent = nodeAt(root, place.slice(0, -1));
    const last = place.at(-1);
    const member = typeof last === "string" ? memberOf(parent, last) : undefined;
    return member?.keyStart ?? nodeAt(root, place)?.start ?? parent?.start ?? root.start;
  };
  const linesOf = (faults: readonly EditionFault[]) =>
    faults.slice(0, MOST_FAULTS).map(({ place, message }) => {
      const { line, column } = placeOf(text, startOf(place));
      return `  ${path}:${line}:${column}: ${message}`;
    });
  const parsed = editionFileSchema.safeParse(valueOf(text, root));
  if (!parsed.success) return refuse(linesOf(parsed.error.issues.flatMap(faultsIn)));
  const file = parsed.data;
  const slow = slowPatterns(file);
  // The others try defaults with the patterns.
  const faults = slow.length > 0 ? slow : faultsOf(file, baseOf(file));
  if (faults.length > 0) refuse(linesOf(faults));
  return file;
}

/** The most characters of a text with a pattern. */
const LONGEST_TEXT = 2_000;
/** The most steps of a pattern: a tenth of a second. */
const MOST_STEPS = 10_000_000;
/** The most ways to try each character of a list's entries, because a list may have a million characters. */
const MOST_WAYS_IN_LIST = 300;

/**
 * Finds regular expressions that take very long for some texts, such as `(a+)+`. An editor could stop the panel with such a
 * text, because the panel checks texts in its only thread.
 */
function slowPatterns({ settings }: EditionFile): EditionFault[] {
  return settings.flatMap(({ pattern, items, maxLength = defaultLength }, index): EditionFault[] => {
    const given = [
      { source: pattern?.matches, longest: maxLength, place: ["pattern", "matches"] },
      {
        source: items?.pattern,
        longest: items?.maxLength ?? defaultLength,
        mostWays: MOST_WAYS_IN_LIST,
        place: ["items", "pattern"],
      },
    ];
    return given.flatMap(({ source, longest, mostWays = MOST_STEPS / longest, place }) => {
      const message = source === undefined ? undefined : faultOf(source, longest, mostWays);
      return message === undefined ? [] : { place: ["settings", index, ...place], message };
    });
  });
}

function faultOf(source: string, longest: number, mostWays: number): string | undefined {
  if (longest > LONGEST_TEXT)
    return `A text with a pattern can have at most ${LONGEST_TEXT} characters. Lower maxLength.`;
  return waysOf(source, longest) > mostWays
    ? "The regular expression takes too long for some texts. Avoid repetitions and alternatives within repetitions, such as (a+)+, and repetitions of the same characters one after the other, such as a*a*a*a*; or lower maxLength."
    : undefined;
}

type Issue = NonNullable<ReturnType<typeof editionFileSchema.safeParse>["error"]>["issues"][number];

function faultsIn(issue: Issue): EditionFault[] {
  const place = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      place: [...place, key],
      message: `“${key}” is not a property of an edition file. Remove it, or correct its name.`,
    }));
  return [{ place, message: issue.message }];
}

/** Call this before anything uses an edition. */
export function openEdition(path: string | undefined): void {
  loadEdition(null);
  if (path !== undefined) loadEdition(readEditionFile(path));
}

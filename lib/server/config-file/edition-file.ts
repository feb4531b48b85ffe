import "server-only";
import { readFileSync } from "node:fs";
import { readJson } from "@/lib/shared/json/read";
import { memberOf, nodeAt, placeOf, valueOf } from "@/lib/shared/json/tree";
import { baseOf, loadEdition } from "@/lib/shared/settings/editions";
import type { EditionFile } from "@/lib/shared/settings/editions/edition-file";
import { type EditionFault, faultsOf } from "@/lib/shared/settings/editions/edition-file-check";
import { asEditionFile, editionFileSchema } from "@/lib/shared/settings/editions/edition-file-schema";
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
    bytes = readFileSync(path);
  } catch (error) {
    return refuse([`  ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`]);
  }
  if (bytes.length > MOST_BYTES)
    refuse([`  ${path} has ${bytes.length} bytes; at most ${MOST_BYTES} are read.`]);
  const decoded = decode(bytes);
  if ("problem" in decoded) return refuse([`  ${path}: ${decoded.problem.message}`]);
  const { text } = decoded;
  const { root, problems } = readJson(text);
  if (!root)
    return refuse(
      problems.slice(0, MOST_FAULTS).map((problem) => {
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
  const file = asEditionFile(parsed.data);
  const faults = faultsOf(file, baseOf(file));
  if (faults.length > 0) refuse(linesOf(faults));
  return file;
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

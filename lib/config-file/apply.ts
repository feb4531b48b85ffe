import "server-only";
import type { Operation } from "@/lib/config/document";
import { checkOperations, normaliseOperations } from "@/lib/config/operations";
import { AppError } from "@/lib/errors";
import type { Context } from "./context";
import { refuseContradictions } from "./contradictions";
import type { Current } from "./current";
import { editText, NotAGroup } from "./edit";
import type { Edit } from "./verify-edit";
import { type JsonValue, nodeAt, valueOf } from "./json";
import { spelledValue, spellings, toNeutral } from "./naming";
import { encode } from "./parse";
import { type Reading, readingOf } from "./reading";
import { save, unusable } from "./save";

export interface Apply {
  /** The version that the operations were made for. */
  baseEtag: string;
  operations: readonly Operation[];
  author: string;
  note?: string | null;
  /** Kept versions that the values come back from: what contradicted itself there may do so again. */
  kept?: readonly Reading[];
}

/**
 * Applies operations as one new version. Only the bytes of the named settings change.
 * @throws AppError `invalid-settings` with one problem per path that is not valid, or per contradiction between settings
 *   that the operations bring about (`contradictions.ts`); `config-unusable`; and as `save`
 */
export async function apply(context: Context, { operations, kept, ...rest }: Apply): Promise<Current> {
  const problems = checkOperations(operations);
  if (problems.length > 0) {
    const count = problems.length === 1 ? "One setting is" : `${problems.length} settings are`;
    throw new AppError("invalid-settings", `${count} not valid. Nothing was saved.`, { problems });
  }
  const wanted = normaliseOperations(operations);
  return save(context, {
    ...rest,
    paths: wanted.map(({ path }) => path),
    build: (current) => {
      const bytes = editedBytes(context, current, wanted);
      refuseContradictions(context, current.version, bytes, kept);
      return bytes;
    },
  });
}

/** The bytes that operations make of a version. They have been checked. @throws AppError `invalid-settings`, `config-unusable` */
export function editedBytes(context: Context, current: Current, operations: readonly Operation[]): Buffer {
  const { version } = current;
  if (!version) throw unusable(current);
  const reading = readingOf(version, context.naming);
  try {
    const text = editText(
      version.text,
      version.root,
      operations.flatMap((operation) => editsFor(reading, operation)),
    );
    return encode(text, version.bom);
  } catch (error) {
    if (!(error instanceof NotAGroup)) throw error;
    const group = toNeutral(error.segments) ?? error.segments.join(".");
    const message = `In the file, ${group} is not an object with settings. Correct it in the raw file first.`;
    const problems = operations
      .filter(({ path }) => path.startsWith(`${group}.`))
      .map(({ path }) => ({ path, message }));
    throw new AppError("invalid-settings", `${message} Nothing was saved.`, { problems, cause: error });
  }
}

/** An operation as edits in the spelling that each key has in the file. */
function editsFor({ version, locate, detected }: Reading, operation: Operation): Edit[] {
  const { path } = operation;
  const { text, root } = version;
  if (operation.op === "unset") {
    return spellings(path, detected.naming)
      .filter((segments) => (nodeAt(root, segments)?.type ?? "null") !== "null")
      .map((segments) => ({ segments }));
  }
  const { segments, node } = locate(path);
  const present = node && valueOf(text, node);
  return [{ segments, value: spelledValue(path, operation.value as JsonValue, detected.naming, present) }];
}

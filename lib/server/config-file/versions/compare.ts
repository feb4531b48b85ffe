import "server-only";
import type { RevisionComparison, RevisionHead } from "@/lib/shared/contract/history";
import type { Context } from "../context";
import { maskedPair } from "../masked-pair";
import { listedChanges } from "./changes";
import { revisionReading, rowOf } from "./history";
import type { RevisionRow } from "./revision-store";

/** The most characters of two texts that are shown beside each other. */
const longestTexts = 512 * 1024;

/** Two kept versions, whatever lies between them. @throws AppError `not-found` */
export async function compareKept(context: Context, from: number, to: number): Promise<RevisionComparison> {
  const [old, now] = await Promise.all([rowOf(context, from), rowOf(context, to)]);
  const [before, after] = [await revisionReading(context, old), await revisionReading(context, now)];
  const length = [before, after].reduce((sum, one) => sum + (one?.version.text.length ?? 0), 0);
  const texts = length > longestTexts ? null : maskedPair(before?.version, after?.version);
  return {
    from: headOf(old),
    to: headOf(now),
    ...listedChanges(before, after),
    texts: texts && { from: texts[0], to: texts[1] },
  };
}

function headOf({ id, etag, author, note, createdAt }: RevisionRow): RevisionHead {
  return { id, etag, author, note, at: new Date(createdAt).toISOString() };
}

import "server-only";
import type { RevisionComparison, RevisionHead } from "@/lib/shared/contract/history";
import type { Context } from "../context";
import { maskedPair } from "../masked-pair";
import { changesBetween } from "./changes";
import { revisionReading, rowOf } from "./history";
import type { RevisionRow } from "./revision-store";

/** Two kept versions, whatever lies between them. @throws AppError `not-found` */
export async function compareKept(context: Context, from: number, to: number): Promise<RevisionComparison> {
  const [old, now] = await Promise.all([rowOf(context, from), rowOf(context, to)]);
  const [before, after] = [await revisionReading(context, old), await revisionReading(context, now)];
  const [oldText, newText] = maskedPair(before?.version, after?.version);
  return {
    from: headOf(old),
    to: headOf(now),
    changes: changesBetween(before, after),
    texts: { from: oldText, to: newText },
  };
}

function headOf({ id, etag, author, note, createdAt }: RevisionRow): RevisionHead {
  return { id, etag, author, note, at: new Date(createdAt).toISOString() };
}

import "server-only";
import type { ApplyPreview } from "@/lib/shared/contract/running";
import type { Db } from "@/lib/server/db";
import { knownVersion } from "./known-version";
import { lookAtInstance } from "./look";
import { preflight } from "./preflight";
import { runningVersions } from "./running-versions";

/**
 * What an operator should know before an apply: which parts do not answer already, and what the preflight found.
 * @throws AppError `config-unusable`
 */
export async function previewApply(db: Db, signal: AbortSignal): Promise<ApplyPreview> {
  const [{ bytes }, known] = await Promise.all([runningVersions.now(), knownVersion(db)]);
  const [found, checked] = await Promise.all([
    lookAtInstance(bytes, signal, known?.bytes),
    preflight(db, { version: bytes, signal }),
  ]);
  return { baseline: found.filter(({ name }) => name !== "pending"), preflight: checked };
}

import "server-only";
import { AppError } from "@/lib/errors";
import type { Route } from "@/lib/shared/contract/route";
import { actionRefusal, limitOf } from "@/lib/shared/role";
import { settingRefusal, standingOf } from "@/lib/shared/settings/refusal";
import type { Registry } from "@/lib/shared/settings/registry";
import type { Session } from "@/lib/server/operators";

type Editor = Pick<Session, "operator" | "role">;

export function limitRefusal(session: Editor, { role, limited }: Route): string | null {
  const standing = standingOf(session);
  return limitOf(standing) === undefined || role === "viewer" || limited ? null : actionRefusal(standing);
}

/** Refuses an editor with a limit what concerns the whole file. @throws AppError `forbidden` */
export function checkWholeFile(session: Editor, what: string): void {
  const standing = standingOf(session);
  if (limitOf(standing) !== undefined)
    throw new AppError("forbidden", String(actionRefusal(standing)), { details: { refused: what } });
}

/** @throws AppError `forbidden`; `details.refused` is the path */
export function checkPaths(session: Editor, paths: readonly string[], registry: Registry): void {
  for (const path of paths) {
    const reason = settingRefusal(standingOf(session), path, registry);
    if (reason !== null)
      throw new AppError("forbidden", `${reason} Nothing was saved, because of ${path}.`, {
        details: { refused: path },
      });
  }
}

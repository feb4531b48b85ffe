import "server-only";
import { AppError } from "@/lib/errors";
import type { Session } from "@/lib/server/operators/session-store";
import type { Route } from "@/lib/shared/contract/route";
import type { Registry } from "@/lib/shared/settings/registry";

type Editor = Pick<Session, "operator" | "role">;

/** The sections to which an editor is limited; undefined without a limit. */
const limitOf = ({ operator, role }: Editor) => (role === "editor" ? operator.sections : undefined);

/** Refuses routes that editors with a limit may not call. @throws AppError `forbidden` */
export function checkRoute(session: Editor, { role, limited }: Route): void {
  const sections = limitOf(session);
  if (sections === undefined || role === "viewer" || limited) return;
  throw new AppError(
    "forbidden",
    `You can only change settings in these sections: ${sections.join(", ")}. Ask an owner to do this.`,
  );
}

/**
 * Refuses changes of settings that the operator may not change: settings for owners, and settings outside the sections of
 * an editor with a limit.
 * @throws AppError `forbidden`
 */
export function checkPaths(session: Editor, paths: readonly string[], registry: Registry): void {
  const forOwners = paths.find((path) => registry.fieldAt(path)?.ownersOnly);
  if (forOwners !== undefined && session.role !== "owner")
    throw new AppError("forbidden", `Only an owner of the panel can change ${forOwners}. Ask an owner.`);
  const sections = limitOf(session);
  const outside = sections && paths.find((path) => !sections.includes(registry.sectionOf(path)?.id ?? ""));
  if (outside !== undefined)
    throw new AppError(
      "forbidden",
      `You can only change settings in these sections: ${sections!.join(", ")}. Nothing was saved, because ${outside} is in another one.`,
    );
}

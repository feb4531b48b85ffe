import { limitOf, limitReason, type Role, type Standing } from "../role";
import { sectionTitle } from "./editions";
import type { Registry } from "./registry";

/** @param session the role of an API token may be lower than that of its operator */
export const standingOf = (session: {
  role: Role;
  operator: { sections?: readonly string[] | undefined };
}): Standing => ({
  role: session.role,
  sections: session.operator.sections?.map((id) => ({ id, title: sectionTitle(id) })),
});

/** Returns why an operator may not change the setting or unrecognized key at `path`. Null if they may. */
export function settingRefusal(standing: Standing, path: string, registry: Registry): string | null {
  if (registry.fieldAt(path)?.ownersOnly && standing.role !== "owner")
    return `Only an owner of the panel can change ${path}. Ask an owner.`;
  const sections = limitOf(standing);
  const section = registry.sectionOf(path)?.id;
  return sections === undefined || sections.some(({ id }) => id === section) ? null : limitReason(sections);
}

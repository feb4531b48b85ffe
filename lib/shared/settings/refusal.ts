import { limitOf, limitReason, type Standing } from "../role";
import type { Registry } from "./registry";

/** Returns why an operator may not change the setting or unrecognized key at `path`. Null if they may. */
export function settingRefusal(standing: Standing, path: string, registry: Registry): string | null {
  if (registry.fieldAt(path)?.ownersOnly && standing.role !== "owner")
    return `Only an owner of the panel can change ${path}. Ask an owner.`;
  const sections = limitOf(standing);
  return sections === undefined || sections.includes(registry.sectionOf(path)?.id ?? "")
    ? null
    : limitReason(sections);
}

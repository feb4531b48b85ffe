import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import type { Facts } from "@/lib/shared/settings/rules";
import { effectiveValues, redact } from "@/lib/shared/settings/values";

/** Returns the facts that rules read about a file with these settings, given by path. */
export function factsOf(settings: Readonly<Record<string, unknown>>, naming: Naming = "neutral"): Facts {
  const { registry } = editionOf(naming);
  const isSet = (path: string) => settings[path] !== null && settings[path] !== undefined;
  const secrets = registry.fields.filter(({ kind }) => kind === "secret");
  return {
    values: redact(effectiveValues((path) => settings[path], registry).values, registry),
    set: registry.fields.map(({ path }) => path).filter(isSet),
    secrets: Object.fromEntries(secrets.map(({ path }) => [path, isSet(path) ? "set" : "unset"])),
    naming,
  };
}

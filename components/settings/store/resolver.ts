import type { FieldErrors, Resolver } from "react-hook-form";
import type { Registry } from "@/lib/shared/settings/registry";
import { type ConfigForm, type Entry, pathOf, sameEntry } from "./entry";
import { problemOf } from "./operations";

/**
 * Validates only what would be saved. An invalid value that is already in the file does not prevent saving another
 * setting; the document reports its problem.
 */
export function configResolver(
  savedAt: (path: string) => Entry,
  registryNow: () => Registry,
): Resolver<ConfigForm> {
  return (values, _context, options) => {
    const registry = registryNow();
    const errors: Record<string, { type: string; message: string }> = {};
    for (const name of options.names ?? Object.keys(values)) {
      const path = pathOf(name, registry);
      const field = path === undefined ? undefined : registry.fieldAt(path);
      const entry = values[name];
      if (field === undefined || entry === undefined || sameEntry(entry, savedAt(field.path))) continue;
      const message = problemOf(field, entry);
      if (message !== undefined) errors[name] = { type: "value", message };
    }
    if (Object.keys(errors).length === 0) return { values, errors: {} };
    return { values: {}, errors: errors as FieldErrors<ConfigForm> };
  };
}

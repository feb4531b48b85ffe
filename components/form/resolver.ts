import type { FieldErrors, Resolver } from "react-hook-form";
import { fieldAt } from "@/lib/config/registry";
import { type ConfigForm, type Entry, pathOf, sameEntry } from "./entry";
import { problemOf } from "./operations";

/**
 * Checks only what would be saved. A value that the file already has, wrong or not, does not stand in the way of saving
 * another setting; its problem is shown from the document.
 */
export function configResolver(baseAt: (path: string) => Entry): Resolver<ConfigForm> {
  return (values, _context, options) => {
    const errors: Record<string, { type: string; message: string }> = {};
    for (const name of options.names ?? Object.keys(values)) {
      const path = pathOf(name);
      const field = path === undefined ? undefined : fieldAt(path);
      const entry = values[name];
      if (field === undefined || entry === undefined || sameEntry(entry, baseAt(field.path))) continue;
      const message = problemOf(field, entry);
      if (message !== undefined) errors[name] = { type: "value", message };
    }
    if (Object.keys(errors).length === 0) return { values, errors: {} };
    return { values: {}, errors: errors as FieldErrors<ConfigForm> };
  };
}

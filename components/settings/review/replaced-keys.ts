import type { ConfigStore } from "../store/config-store";
import { isSecretEntry } from "../store/entry";

/** A signing or encryption key that a save replaces or clears. */
export interface ReplacedKey {
  path: string;
  label: string;
  breaks: string;
}

/** The unsaved changes that replace or clear a stored key on which other data depends. */
export function replacedKeys(store: ConfigStore): ReplacedKey[] {
  const { fieldAt } = store.edition().registry;
  return store.changedPaths().flatMap((path) => {
    const [field, entry] = [fieldAt(path), store.entryAt(path)];
    if (field?.kind !== "secret" || field.replacing === undefined) return [];
    if (!isSecretEntry(entry) || !entry.set || entry.action === "keep") return [];
    return [{ path, label: field.label, breaks: field.replacing }];
  });
}

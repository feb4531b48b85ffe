import { useSyncExternalStore } from "react";
import { useConfigStore } from "./config-form";
import type { KeyDraft } from "./key-drafts";

const none: readonly KeyDraft[] = [];

export function useKeyDrafts(): readonly KeyDraft[] {
  const store = useConfigStore();
  return useSyncExternalStore(store.subscribe, store.keys.all, () => none);
}

import { QueryClient } from "@tanstack/react-query";
import { ConfigStore } from "@/components/settings/store/config-store";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";

/** Returns a store with the file's values. */
export function openedStore(document: ConfigSnapshot): ConfigStore {
  const store = new ConfigStore(document, new QueryClient());
  store.open(document);
  return store;
}

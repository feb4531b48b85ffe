import { useEffect } from "react";
import { toast } from "@/components/ui/toaster";
import type { ConfigStore } from "./config-store";
import { parseDrafts, readDrafts, serialiseDrafts, writeDrafts } from "./drafts";
import { countOf } from "./operations";

/** Preserves unsaved changes across a reload, and warns before the tab is closed while there are any. */
export function useDraftStorage(store: ConfigStore, owner: string): void {
  useEffect(() => {
    const found = parseDrafts(readDrafts(), owner, store.edition().registry);
    if (found !== null && store.changedPaths().length === 0) {
      store.restore(found.etag, found.drafts);
      const count = store.changedPaths().length;
      // Without an action, because "Discard" in the save bar asks for confirmation.
      if (count > 0) toast.info(`${countOf(count, "unsaved change")} restored`);
    }

    const keep = () => writeDrafts(serialiseDrafts(owner, store.baseEtag(), store.drafts()));
    const warn = (event: BeforeUnloadEvent) => {
      keep();
      if (store.changedPaths().length + store.keys.all().length > 0) event.preventDefault();
    };
    const unsubscribe = store.subscribe(keep);
    window.addEventListener("pagehide", keep);
    window.addEventListener("beforeunload", warn);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", keep);
      window.removeEventListener("beforeunload", warn);
    };
  }, [store, owner]);
}

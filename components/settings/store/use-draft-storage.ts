import { useEffect } from "react";
import { toast } from "@/components/ui/toaster";
import type { ConfigStore } from "./config-store";
import { parseDrafts, readDrafts, serialiseDrafts, writeDrafts } from "./drafts";
import { countOf } from "./words";

/** Stores unsaved changes for a reload, and warns before the operator closes the tab with unsaved changes. */
export function useDraftStorage(store: ConfigStore, owner: string): void {
  useEffect(() => {
    const found = parseDrafts(readDrafts(), owner, store.edition().registry);
    if (found !== null && store.changedPaths().length === 0) {
      store.restore(found.etag, found.drafts);
      const count = store.changedPaths().length;
      // The toast has no "Discard" button, because discarding needs a confirmation. The save bar has that button.
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

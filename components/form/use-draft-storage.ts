import { useEffect } from "react";
import { toast } from "@/components/ui/toaster";
import type { ConfigApi } from "./config-api";
import { parseDrafts, readDrafts, serialiseDrafts, writeDrafts } from "./drafts";
import { countOf } from "./operations";

/** Keeps drafts over a reload, and warns before the tab is closed while there are any. */
export function useDraftStorage({ store, write, revert }: ConfigApi, owner: string): void {
  useEffect(() => {
    const found = parseDrafts(readDrafts(), owner, store.base());
    if (found !== null && store.changedPaths().length === 0) {
      store.restore(found.etag, found.drafts);
      for (const [path, { entry }] of store.drafts()) write(path, entry);
      const count = store.changedPaths().length;
      if (count > 0) {
        toast.info(`${countOf(count, "unsaved change")} restored`, {
          action: { label: "Discard", onClick: () => revert() },
        });
      }
    }

    const keep = () => writeDrafts(serialiseDrafts(owner, store.baseEtag(), store.drafts()));
    const warn = (event: BeforeUnloadEvent) => {
      keep();
      if (store.changedPaths().length > 0) event.preventDefault();
    };
    const unsubscribe = store.subscribe(keep);
    window.addEventListener("pagehide", keep);
    window.addEventListener("beforeunload", warn);
    return () => {
      unsubscribe();
      window.removeEventListener("pagehide", keep);
      window.removeEventListener("beforeunload", warn);
    };
  }, [store, write, revert, owner]);
}

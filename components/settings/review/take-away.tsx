"use client";

import { Copy, Download } from "lucide-react";
import { Button, type ButtonProps } from "@/components/ui/button";
import { writeClipboard } from "@/components/ui/copy-button";
import { downloadFile } from "@/components/ui/download";
import { toast } from "@/components/ui/toaster";
import { patchOf } from "@/lib/shared/settings/patch";
import { useConfigStore } from "../store/config-form";

/** Returns a function that passes on the unsaved changes as a patch, which `instance-admin config apply` accepts. */
function useTakeAway(note: string, take: (patch: string) => void | Promise<void>) {
  const store = useConfigStore();
  return async () => {
    try {
      await store.ready();
    } catch (error) {
      return toast.error("There is no patch", { description: String(error) });
    }
    const operations = store.operationsOf(store.draftEntries());
    const changes = { base: store.baseEtag(), operations, keys: store.keys.changes(), note: note.trim() };
    const patch = patchOf(changes, store.edition().registry);
    await take(`${JSON.stringify(patch, null, 2)}\n`);
    if (patch.omitted)
      toast.info("The patch has no secrets", {
        description: `Set these where you apply it: ${patch.omitted.join(", ")}`,
      });
  };
}

type TakeAwayProps = Omit<ButtonProps, "onClick" | "children"> & { note?: string };

export function DownloadPatch({ note = "", ...props }: TakeAwayProps) {
  const download = useTakeAway(note, (patch) =>
    downloadFile(new Blob([patch], { type: "application/json" }), "config-patch.json"),
  );
  return (
    <Button {...props} onClick={() => void download()}>
      <Download aria-hidden="true" />
      Download patch
    </Button>
  );
}

export function CopyPatch({ note = "", ...props }: TakeAwayProps) {
  const copy = useTakeAway(note, async (patch) => {
    if (await writeClipboard(patch)) toast.success("Patch copied");
    else toast.error("The browser blocked copying", { description: "Download the patch instead." });
  });
  return (
    <Button {...props} onClick={() => void copy()}>
      <Copy aria-hidden="true" />
      Copy patch
    </Button>
  );
}

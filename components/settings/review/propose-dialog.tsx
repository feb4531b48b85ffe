"use client";

import * as z from "zod/mini";
import { useRouter } from "next/navigation";
import { textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { propose, proposalsQuery } from "../queries/proposals";
import { useConfigStore } from "../store/config-form";

const title = z
  .string()
  .check(z.trim(), z.minLength(1, "Enter a title."), z.maxLength(100, "Use at most 100 characters."));

export function ProposeDialog({ note, onClose }: { note: string; onClose: () => void }) {
  const store = useConfigStore();
  const router = useRouter();
  return (
    <FormDialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Propose these changes"
      description="The panel stores the changes and saves nothing. Another operator can review, discuss and save them."
      action="Propose changes"
      fields={{ title: textField({ label: "Title", help: "What the changes are for." }, title) }}
      request={async (values) => {
        await store.ready();
        return propose({
          title: values.title,
          note: note.trim() || undefined,
          base: store.baseEtag(),
          operations: store.operationsOf(store.draftEntries()),
          keys: store.keys.changes(),
        });
      }}
      changes={proposalsQuery()}
      done={({ id }) => `Proposal ${id} created`}
      onDone={({ id }) => {
        store.revert();
        router.push(`/settings/history/proposals/${id}`);
      }}
    />
  );
}

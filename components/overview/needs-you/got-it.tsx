"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import * as z from "zod/mini";
import { choiceField, textField } from "@/components/shell/form/dialog-fields";
import { FormDialog } from "@/components/shell/form/form-dialog";
import { useChange } from "@/components/shell/form/use-change";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import type { HiddenWarning } from "@/lib/shared/contract/hidden-warnings";
import { hiddenWarningsQuery, hideWarning, showWarning } from "../queries/hidden-warnings";

/** The key of a warning that may wait. Null for everything that needs the operator now. */
const Key = createContext<string | null>(null);

export function MayWait({ id, children }: { id: string; children: ReactNode }) {
  return <Key value={id}>{children}</Key>;
}

export const useMayWait = (): string | null => useContext(Key);

const ends = [
  ["1", "For a day"],
  ["7", "For a week"],
  ["30", "For 30 days"],
  ["90", "For 90 days"],
] as const;

export function GotIt({ rowKey, title }: { rowKey: string; title: () => string }) {
  const client = useQueryClient();
  return (
    <FormDialog
      trigger={
        <Button size="sm" variant="quiet">
          Got it…
        </Button>
      }
      title="Hide this warning?"
      description="All operators see your name and your reason, and can show the warning again."
      action="Got it"
      fields={{
        reason: textField(
          { label: "Reason" },
          z.string().check(z.trim(), z.minLength(1, "Enter a reason."), z.maxLength(500)),
          { placeholder: "Event weekend, we moderate by hand" },
        ),
        days: choiceField({ label: "Hide" }, ends, { initial: "30" }),
      }}
      request={({ reason, days }) =>
        hideWarning({ key: rowKey, title: title().slice(0, 500), reason, days: Number(days) })
      }
      onDone={(hidden) => client.setQueryData(hiddenWarningsQuery().queryKey, hidden)}
    />
  );
}

export function HiddenRows({ hidden }: { hidden: readonly HiddenWarning[] }) {
  if (hidden.length === 0) return null;
  return (
    <details className="border-t">
      <summary className="flex min-h-10 cursor-pointer items-center px-4 text-sm text-muted-foreground hover:text-foreground max-sm:min-h-11 sm:px-6">
        {hidden.length} hidden
      </summary>
      <ul className="divide-y border-t">
        {hidden.map((warning) => (
          <HiddenRow key={warning.id} warning={warning} />
        ))}
      </ul>
    </details>
  );
}

function HiddenRow({ warning: { id, title, reason, actor, until } }: { warning: HiddenWarning }) {
  const client = useQueryClient();
  const show = useChange({
    request: () => showWarning(id),
    onDone: (hidden) => client.setQueryData(hiddenWarningsQuery().queryKey, hidden),
    failed: "Not shown again",
  });
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 sm:px-6">
      <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {title}{" "}
        <span className="text-sm text-muted-foreground">
          {actor}: “{reason}” · until <Moment at={until} />
        </span>
      </p>
      <Button size="sm" busy={show.isPending} onClick={() => show.mutate()}>
        Show again
      </Button>
    </li>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import type { DiffHunk, DiffLine } from "@/lib/shared/contract/config";
import { call } from "@/components/shell/queries/call";
import { useChangedPaths, useConfigStore, useKeyDrafts } from "../store/config-form";

export function TextPreview() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="rounded-lg border"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="rounded-lg px-3 py-2.5 font-medium max-sm:min-h-11">
        Changes in the file's text
      </summary>
      {isOpen ? <Lines /> : null}
    </details>
  );
}

function Lines() {
  const store = useConfigStore();
  const entries = store.draftEntries(useChangedPaths());
  const keys = useKeyDrafts().map(({ path, text }) => ({ path, text }));
  const { data, error } = useQuery({
    // The entries may contain a typed secret, so the cache drops the preview as soon as it is closed.
    queryKey: ["config-preview", entries, keys],
    gcTime: 0,
    staleTime: 0,
    retry: false,
    async queryFn({ signal }) {
      await store.ready();
      return call("POST /config/preview", {
        body: { operations: store.operationsOf(entries), keys },
        signal,
      });
    },
  });
  if (error) {
    return (
      <Callout tone="danger" className="m-3" title="The text cannot be shown">
        {error.message}
      </Callout>
    );
  }
  if (data === undefined) return <p className="px-3 pb-3 text-sm text-muted-foreground">Reading the file.</p>;
  if (data.hunks === null) {
    return (
      <p className="px-3 pb-3 text-sm">
        There are too many changed lines for a comparison. Every change is listed above.
      </p>
    );
  }
  return (
    <div
      role="region"
      aria-label="Changed lines of the file"
      tabIndex={0}
      className="max-h-80 overflow-auto border-t font-mono text-xs"
    >
      {data.hunks.map((hunk) => (
        <Hunk key={`${hunk.oldStart} ${hunk.newStart}`} hunk={hunk} />
      ))}
      {data.hunks.length === 0 ? <p className="p-3 font-sans text-sm">The text does not change.</p> : null}
    </div>
  );
}

const marks: Record<DiffLine["kind"], { sign: string; word: string; className: string }> = {
  same: { sign: " ", word: "", className: "text-muted-foreground" },
  added: { sign: "+", word: "Added: ", className: "bg-success-soft text-success-text" },
  removed: { sign: "−", word: "Removed: ", className: "bg-danger-soft text-danger-text" },
};

function Hunk({ hunk }: { hunk: DiffHunk }) {
  return (
    <div className="border-b last:border-b-0">
      <p className="sticky left-0 bg-muted px-3 py-1 font-sans text-muted-foreground">
        From line {hunk.newStart.toLocaleString("en")}
      </p>
      <ol className="w-max min-w-full py-1">
        {hunk.lines.map(({ kind, text }, index) => (
          <li key={index} className={cn("flex gap-2 px-3 whitespace-pre", marks[kind].className)}>
            <span aria-hidden="true">{marks[kind].sign}</span>
            <span>
              {marks[kind].word ? <span className="sr-only">{marks[kind].word}</span> : null}
              {text}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

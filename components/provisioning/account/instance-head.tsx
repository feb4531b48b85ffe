"use client";

import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { useStatus } from "@/components/shell/queries/status";
import { stateLooks } from "@/components/shell/status-words";
import type { InstanceView } from "@/lib/shared/contract/instance";
import { useInstance } from "./instance-provider";

export function InstanceHead() {
  const { title, detail, words, dot } = useHead();
  return (
    <Link
      href="/instance"
      title={words}
      className="flex min-h-11 items-center gap-3 rounded-md px-3 py-1 hover:bg-muted focus-visible:-outline-offset-2"
    >
      <span
        aria-hidden="true"
        className="grid size-8 shrink-0 place-items-center rounded-md bg-accent font-semibold text-accent-foreground"
      >
        {[...title][0]?.toUpperCase()}
      </span>
      <span className="min-w-0">
        <span className="block truncate font-semibold">{title}</span>
        <span className="flex items-center gap-1.5 text-sm text-muted-foreground">
          <span aria-hidden="true" className={cn("size-2 shrink-0 rounded-full", dot)} />
          <span className="truncate">{detail}</span>
          <span className="sr-only">, {words}</span>
        </span>
      </span>
    </Link>
  );
}

/** The same in one small line, for the top bar of small screens, where the rail is in a drawer. */
export function InstanceLine() {
  const { title, detail, words, dot, mode } = useHead();
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-muted-foreground">
      <span aria-hidden="true" className={cn("size-2 shrink-0 rounded-full", dot)} />
      <span className="truncate">{mode === "standalone" ? `${title} · ${detail}` : title}</span>
      <span className="sr-only">, {words}</span>
    </span>
  );
}

function useHead() {
  const instance = useInstance();
  const status = useStatus();
  const isOpen = instance.mode === "open";
  const { word, dot } = stateLooks[status?.state ?? "unknown"];
  return {
    ...wordsFor(instance),
    mode: instance.mode,
    words: isOpen ? "Serves no requests until you choose the instance" : word,
    dot: isOpen ? "bg-warning" : dot,
  };
}

function wordsFor({ mode, url, name }: InstanceView): { title: string; detail: string } {
  if (mode === "open") return { title: "Not connected", detail: "Choose the instance" };
  if (mode === "standalone" || url === null)
    return { title: "Standalone", detail: name ?? "This panel is the instance" };
  const { host } = new URL(url);
  return { title: name ?? host, detail: host };
}

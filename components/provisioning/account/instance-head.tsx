"use client";

import { useQuery } from "@tanstack/react-query";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import type { InstanceState, InstanceView } from "@/lib/shared/contract/instance";
import { instanceStateQuery } from "../queries/instance";
import { useInstance } from "./instance-provider";

/** Shows the name and state of the panel's instance, with a link to the Instance page. */
export function InstanceHead() {
  const instance = useInstance();
  const { data, error } = useQuery({ ...instanceStateQuery(), enabled: instance.mode === "connected" });
  const { title, detail } = wordsFor(instance);
  const { tone, words } = stateOf(instance, error ? undefined : data);
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
          <span aria-hidden="true" className={cn("size-2 shrink-0 rounded-full", tone)} />
          <span className="truncate">{detail}</span>
          <span className="sr-only">, {words}</span>
        </span>
      </span>
    </Link>
  );
}

function wordsFor({ mode, url, name }: InstanceView): { title: string; detail: string } {
  if (mode === "open") return { title: "Not connected", detail: "Choose the instance" };
  if (mode === "standalone" || url === null)
    return { title: "Standalone", detail: name ?? "This panel is the instance" };
  const { host } = new URL(url);
  return { title: name ?? host, detail: host };
}

function stateOf({ mode }: InstanceView, state: InstanceState | undefined) {
  if (mode === "open")
    return { tone: "bg-warning", words: "Serves no requests until you choose the instance" };
  if (mode === "standalone") return { tone: "bg-success", words: "Served by this panel" };
  if (state === undefined) return { tone: "bg-muted-foreground", words: "State unknown" };
  return state.answers
    ? { tone: "bg-success", words: "The instance answers" }
    : { tone: "bg-danger", words: "The instance does not respond" };
}

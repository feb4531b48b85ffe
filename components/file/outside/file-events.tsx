"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { signInAgain, SIGNED_OUT } from "@/components/shell/form/identity";
import { isOperatorSignedIn } from "@/components/shell/queries/call";
import { subscribeToLiveEvents } from "@/components/shell/connection/live-events";
import { stay } from "@/components/shell/connection/own-session";
import { toast } from "@/components/ui/toaster";
import { configQuery } from "@/components/settings/queries/config";
import { useConfigStore } from "@/components/settings/store/config-form";
import { isObject } from "@/lib/shared/json/value";
import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import { type NewestVersions, noteVersions } from "./outside-change";

/** The data of a live event about the file: its state and the ids of its newest versions. */
interface FileNews extends NewestVersions {
  etag: string;
  state: FileSummary["file"]["state"];
}

const states: readonly unknown[] = [
  "usable",
  "missing",
  "broken",
  "unreadable",
] satisfies FileNews["state"][];
const isVersion = (value: unknown) => value === null || typeof value === "number";

// Checked without the schema library, because every page loads this code, and most pages do not need that library.
const isFileNews = (value: unknown): value is FileNews =>
  isObject(value) &&
  typeof value["etag"] === "string" &&
  states.includes(value["state"]) &&
  isVersion(value["latest"]) &&
  isVersion(value["outside"]);

interface FileEventsProps {
  owner: string;
  /** Id of the newest version when the server rendered the page. Null if there was no version. */
  latest: number | null;
}

export function FileEvents({ owner, latest }: FileEventsProps) {
  const client = useQueryClient();
  const store = useConfigStore();
  const [madeWith] = useState(latest);
  useEffect(() => {
    let newest: number | null | undefined;
    const follow = ({ etag, state, ...versions }: FileNews) => {
      noteVersions(owner, versions);
      const { queryKey } = configQuery();
      const known = store.summary();
      const isKnown = known.etag === etag && known.file.state === state;
      // True if nothing has changed since the last event or, for the first event, since the server rendered the page.
      const isSeen = isKnown && versions.latest === (newest === undefined ? madeWith : newest);
      newest = versions.latest;
      if (isSeen) return;
      // Pages that do not show the values also refetch, because they show the number of problems.
      // A failed refetch is repeated at the next event.
      if (!isKnown) store.refetch().catch(() => undefined);
      // The form may already have this version from the operator's own save, but the history and other data may not.
      void client.invalidateQueries({
        queryKey,
        predicate: (query) => query.queryKey.length > queryKey.length,
      });
    };
    let isSignedOut = false;
    const dismiss = () => {
      isSignedOut = false;
      stay();
      toast.dismiss(SIGNED_OUT);
    };
    const stop = subscribeToLiveEvents(({ event, data }) => {
      if (event === "hello" || event === "config") {
        const news: unknown = JSON.parse(data);
        if (isFileNews(news)) follow(news);
        if (isSignedOut) void isOperatorSignedIn().then(dismiss, () => undefined);
      }
      if (event === "signed-out") {
        isSignedOut = true;
        toast.warning("You are signed out", {
          id: SIGNED_OUT,
          duration: Number.POSITIVE_INFINITY,
          description: "Your unsaved changes are still in this tab.",
          action: {
            label: "Sign in",
            onClick: () => void signInAgain(),
          },
        });
      }
    });
    return () => {
      stop();
      // Dismisses the "signed out" toast when the operator leaves the panel's pages, because the sign-in page
      // does not need the toast.
      toast.dismiss(SIGNED_OUT);
    };
  }, [client, store, owner, madeWith]);
  return null;
}

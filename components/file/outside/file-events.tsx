"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import * as z from "zod/mini";
import { signInAndComeBack } from "@/components/operators/sign-in/sign-in-and-come-back";
import { subscribeToLiveEvents } from "@/components/shell/live/live-events";
import { toast } from "@/components/ui/toaster";
import { configQuery } from "@/components/settings/queries/config";
import { useOpenFile, useRefetchConfig } from "@/components/settings/store/config-file";
import { noteVersions } from "./outside-change";

/** The data of a live event about the file: its state and the ids of its newest versions. */
const fileNews = z.object({
  etag: z.string(),
  state: z.enum(["usable", "missing", "broken", "unreadable"]),
  latest: z.nullable(z.number()),
  outside: z.nullable(z.number()),
});

interface FileEventsProps {
  owner: string;
  /** Id of the newest version when the server rendered the page. Null if there was no version. */
  latest: number | null;
}

/** Id of the toast that appears when the session ends. */
const signedOut = "signed-out";

/** When the file changes, refetches everything that the page has read from the file. */
export function FileEvents({ owner, latest }: FileEventsProps) {
  const client = useQueryClient();
  const file = useOpenFile();
  const refetch = useRefetchConfig();
  const [madeWith] = useState(latest);
  useEffect(() => {
    let newest: number | null | undefined;
    const follow = ({ etag, state, ...versions }: z.infer<typeof fileNews>) => {
      noteVersions(owner, versions);
      const { queryKey } = configQuery();
      const known = file.summary();
      const isKnown = known.etag === etag && known.file.state === state;
      // True if the server rendered the page with this version, or if another tab has caused the event.
      const isSeen = isKnown && versions.latest === (newest === undefined ? madeWith : newest);
      newest = versions.latest;
      if (isSeen) return;
      // Refetches on pages without the values too, because they show the number of problems. A failed refetch is
      // repeated at the next event.
      if (!isKnown) refetch().catch(() => undefined);
      // The form may already have this version from the operator's own save, but the history and other data may not.
      void client.invalidateQueries({
        queryKey,
        predicate: (query) => query.queryKey.length > queryKey.length,
      });
    };
    const stop = subscribeToLiveEvents(({ event, data }) => {
      if (event === "hello" || event === "config") {
        const message = fileNews.safeParse(JSON.parse(data));
        if (message.success) follow(message.data);
      }
      if (event === "signed-out")
        toast.warning("You are signed out", {
          id: signedOut,
          duration: Number.POSITIVE_INFINITY,
          description: "Your unsaved changes are still in this tab.",
          action: { label: "Sign in", onClick: signInAndComeBack },
        });
    });
    return () => {
      stop();
      // Dismissed when the operator leaves the panel's pages, because the sign-in page needs no such message.
      toast.dismiss(signedOut);
    };
  }, [client, file, refetch, owner, madeWith]);
  return null;
}

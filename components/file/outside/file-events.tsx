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

/** The current state of the file, and the ids of its newest versions. */
const fileNews = z.object({
  etag: z.string(),
  state: z.enum(["usable", "missing", "broken", "unreadable"]),
  latest: z.nullable(z.number()),
  outside: z.nullable(z.number()),
});

interface FileEventsProps {
  owner: string;
  /** Id of the newest version when the page was created; null if there was none. */
  latest: number | null;
}

/** The id of the "session ended" message. */
const signedOut = "signed-out";

/** Keeps an open page up to date: when the file changes, everything that was read from it is fetched again. */
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
      // The page was just created with this version, or another tab has requested the state.
      const isSeen = isKnown && versions.latest === (newest === undefined ? madeWith : newest);
      newest = versions.latest;
      if (isSeen) return;
      // Also refetches on a page that was loaded without the values, because it shows the number of problems. If
      // this fails, the next message repeats it.
      if (!isKnown) refetch().catch(() => undefined);
      // The form may already have this version from the operator's own save, but other data such as the history
      // still has to be fetched.
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
      // The sign-in page needs no such message.
      toast.dismiss(signedOut);
    };
  }, [client, file, refetch, owner, madeWith]);
  return null;
}

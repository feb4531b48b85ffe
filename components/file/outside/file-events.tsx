"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { signInAndComeBack } from "@/components/operators/sign-in/sign-in-and-come-back";
import { toast } from "@/components/ui/toaster";
import { configQuery } from "@/components/settings/queries/config";
import { useOpenFile, useRefetchConfig } from "@/components/settings/store/config-file";
import { connectFileEvents } from "./connect";
import { noteVersions } from "./outside-change";

interface FileEventsProps {
  owner: string;
  /** Id of the newest version when the page was made; null if there was none. */
  latest: number | null;
}

/** The message that the session has ended. */
const signedOut = "signed-out";

/** Keeps an open page up to date: when the file changes, everything that was read from it is fetched again. */
export function FileEvents({ owner, latest }: FileEventsProps) {
  const client = useQueryClient();
  const file = useOpenFile();
  const refetch = useRefetchConfig();
  const [madeWith] = useState(latest);
  useEffect(() => {
    let isFirst = true;
    const stop = connectFileEvents({
      onNews: ({ etag, state, ...versions }) => {
        noteVersions(owner, versions);
        const { queryKey } = configQuery();
        const known = file.summary();
        const isKnown = known.etag === etag && known.file.state === state;
        // The page has just been made with all that there is of this version.
        const isAsMade = isFirst && isKnown && versions.latest === madeWith;
        isFirst = false;
        if (isAsMade) return;
        // On a page that came without the values, too: it shows how many problems there are. When this fails, the
        // next message repeats it.
        if (!isKnown) refetch().catch(() => undefined);
        // The form may already have this version from the operator's own save, but the history and the like still
        // have to be fetched.
        void client.invalidateQueries({
          queryKey,
          predicate: (query) => query.queryKey.length > queryKey.length,
        });
      },
      onSignedOut: () => {
        toast.warning("You are signed out", {
          id: signedOut,
          duration: Number.POSITIVE_INFINITY,
          description: "Changes that you have not saved are kept in this tab.",
          action: { label: "Sign in", onClick: signInAndComeBack },
        });
      },
    });
    return () => {
      stop();
      // On the sign-in page that is no news.
      toast.dismiss(signedOut);
    };
  }, [client, file, refetch, owner, madeWith]);
  return null;
}

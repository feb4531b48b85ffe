"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "@/components/ui/toaster";
import { configQuery } from "@/lib/queries/config";
import { connectFileEvents } from "./connect";
import { noteVersions } from "./outside-change";

/** Keeps an open page on the file as it is: whatever was read from it is asked for anew when it changes. */
export function FileEvents({ owner }: { owner: string }) {
  const client = useQueryClient();
  useEffect(
    () =>
      connectFileEvents({
        onNews: ({ etag, state, ...versions }) => {
          noteVersions(owner, versions);
          const { queryKey } = configQuery();
          const known = client.getQueryData(queryKey);
          const isKnown = known?.etag === etag && known.file.state === state;
          // The answer of one's own save may be here already; the history and the like are to be asked for all the same.
          void client.invalidateQueries({
            queryKey,
            predicate: (query) => !isKnown || query.queryKey.length > queryKey.length,
          });
        },
        onSignedOut: () => {
          toast.warning("You are signed out", {
            id: "signed-out",
            duration: Number.POSITIVE_INFINITY,
            description: "Changes that you have not saved are kept in this tab.",
            action: { label: "Sign in", onClick: () => window.location.assign("/login") },
          });
        },
      }),
    [client, owner],
  );
  return null;
}

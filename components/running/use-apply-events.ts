"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { configQuery } from "@/components/settings/queries/config";
import { runningQuery } from "@/components/settings/queries/running";
import { subscribeToLiveEvents } from "@/components/shell/live/live-events";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyView, RunningReport } from "@/lib/shared/contract/running";

/** Follows an apply while it is in progress. When it has ended, fetches the list of pending changes again. */
export function useApplyEvents({ apply }: Pick<RunningReport, "apply">): void {
  const client = useQueryClient();
  const isUnderWay = apply !== null && !isEnded(apply.state);
  useEffect(() => {
    if (!isUnderWay) return;
    return subscribeToLiveEvents(({ event, data }) => {
      if (event !== "apply") return;
      const next = JSON.parse(data) as ApplyView | null;
      const { queryKey } = runningQuery();
      client.setQueryData(queryKey, (report) => report && { ...report, apply: next });
      // A rollback has changed the file, too.
      if (next && isEnded(next.state)) void client.invalidateQueries({ queryKey: configQuery().queryKey });
    });
  }, [client, isUnderWay]);
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { configQuery } from "@/components/settings/queries/config";
import { runningQuery } from "@/components/settings/queries/running";
import { isEnded, type RunningReport } from "@/lib/shared/contract/running";
import { connectApplyEvents } from "./queries/apply-events";

/** Follows an application while it is under way; once it has ended, the list of what is pending is asked for anew. */
export function useApplyEvents({ apply }: Pick<RunningReport, "apply">): void {
  const client = useQueryClient();
  const isUnderWay = apply !== null && !isEnded(apply.state);
  useEffect(() => {
    if (!isUnderWay) return;
    return connectApplyEvents((next) => {
      const { queryKey } = runningQuery();
      client.setQueryData(queryKey, (report) => report && { ...report, apply: next });
      // A roll-back has changed the file, too.
      if (next && isEnded(next.state)) void client.invalidateQueries({ queryKey: configQuery().queryKey });
    });
  }, [client, isUnderWay]);
}

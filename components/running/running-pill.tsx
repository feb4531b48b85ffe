"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { runningQuery, waitingIn } from "@/components/settings/queries/running";
import { StatePill } from "@/components/shell/state-pill";
import { isEnded } from "@/lib/shared/contract/values";

/** Shows in the top bar how many settings wait for a restart, or that an apply is in progress. */
export function RunningPill() {
  const { data } = useQuery(runningQuery());
  if (!data) return null;
  const isApplying = data.apply !== null && !isEnded(data.apply.state);
  if (isApplying) return <StatePill href="/running" tone="accent" icon={RotateCcw} words="Applying" />;
  const count = waitingIn(data).length;
  if (count === 0) return null;
  return (
    <StatePill
      href="/running"
      tone="warning"
      icon={RotateCcw}
      count={count}
      words={
        data.state === "told" ? "restart pending" : `${count === 1 ? "change" : "changes"} may need a restart`
      }
    />
  );
}

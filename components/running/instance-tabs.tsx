"use client";

import { useQuery } from "@tanstack/react-query";
import { runningQuery, waitingIn } from "@/components/settings/queries/running";
import { InstanceTabs as Tabs } from "@/components/shell/page-tabs";

/** The tabs of the Instance pages. A standalone panel has nothing to apply, so its Instance page has no tabs. */
export function InstanceTabs() {
  const { data } = useQuery(runningQuery());
  if (data?.state === "local") return null;
  return <Tabs toApply={data ? waitingIn(data).length : 0} />;
}

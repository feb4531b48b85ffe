import type { Metadata } from "next";
import { RunningView } from "@/components/running/running-view";
import { requireOperator } from "@/lib/server/operators";

export const metadata: Metadata = { title: "Restart pending" };

export default async function RunningPage() {
  const { username } = await requireOperator();
  return <RunningView operator={username} />;
}

import type { Metadata } from "next";
import { ConnectionPage } from "@/components/provisioning/connection/connection-page";
import { requireSession } from "@/lib/server/operators";
import { connectionView } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Instance" };

export default async function InstancePage() {
  const { role } = await requireSession();
  return <ConnectionPage initial={await connectionView()} mayChange={role === "owner"} />;
}

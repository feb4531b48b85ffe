import type { Metadata } from "next";
import { ConnectionPage } from "@/components/provisioning/connection/connection-page";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Instance" };

export default async function InstancePage() {
  const { role } = await requireSession();
  const initial = await core().panel.connection.view();
  return <ConnectionPage initial={initial} mayChange={role === "owner"} mayEdit={role !== "viewer"} />;
}

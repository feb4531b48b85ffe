import type { Metadata } from "next";
import { ConnectionPage } from "@/components/provisioning/connection/connection-page";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Instance" };

export default async function InstancePage() {
  const session = await requireSession();
  const { role } = session;
  const initial = await core().panel.connection.view();
  return (
    <ConnectionPage
      initial={initial}
      mayChange={role === "owner"}
      mayEdit={role !== "viewer"}
      doctor={core().mayReadDoctor(session) ? core().panel.doctor.view() : null}
    />
  );
}

import type { Metadata } from "next";
import { BackupsPage } from "@/components/upkeep/backups-page";
import { requireSession } from "@/lib/server/operators";
import { backupView } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Backups" };

export default async function Backups() {
  const { role } = await requireSession();
  return <BackupsPage initial={await backupView()} role={role} />;
}

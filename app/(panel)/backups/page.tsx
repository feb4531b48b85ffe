import type { Metadata } from "next";
import { BackupsPage } from "@/components/upkeep/backups-page";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Backups" };

export default async function Backups() {
  const { role } = await requireSession();
  return <BackupsPage initial={await core().panel.backupView()} role={role} />;
}

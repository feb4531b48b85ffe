import type { Metadata } from "next";
import { BackupsPage } from "@/components/upkeep/backups-page";
import { requireSession, standingOf } from "@/app/session";
import { core } from "@/lib/core";
import { unlimitedRole } from "@/lib/shared/role";

export const metadata: Metadata = { title: "Backups" };

export default async function Backups() {
  const standing = standingOf(await requireSession());
  return <BackupsPage initial={await core().panel.backups.view()} role={unlimitedRole(standing)} />;
}

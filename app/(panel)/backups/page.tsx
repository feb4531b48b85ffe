import type { Metadata } from "next";
import { BackupsPage } from "@/components/upkeep/backups-page";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";
import { unlimitedRole } from "@/lib/shared/role";
import { standingOf } from "@/lib/shared/settings/refusal";

export const metadata: Metadata = { title: "Backups" };

export default async function Backups() {
  const standing = standingOf(await requireSession());
  return <BackupsPage initial={await core().panel.backups.view()} role={unlimitedRole(standing)} />;
}

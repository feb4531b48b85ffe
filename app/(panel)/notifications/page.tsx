import type { Metadata } from "next";
import { NotificationsPage } from "@/components/upkeep/notifications-page";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";
import { unlimitedRole } from "@/lib/shared/role";
import { standingOf } from "@/lib/shared/settings/refusal";

export const metadata: Metadata = { title: "Notifications" };

export default async function Notifications() {
  const standing = standingOf(await requireSession());
  return (
    <NotificationsPage initial={await core().panel.notifications.view()} role={unlimitedRole(standing)} />
  );
}

import type { Metadata } from "next";
import { NotificationsPage } from "@/components/upkeep/notifications-page";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Notifications" };

export default async function Notifications() {
  const { role } = await requireSession();
  return <NotificationsPage initial={await core().panel.notificationView()} role={role} />;
}

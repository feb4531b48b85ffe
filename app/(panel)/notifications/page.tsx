import type { Metadata } from "next";
import { NotificationsPage } from "@/components/upkeep/notifications-page";
import { requireSession } from "@/lib/server/operators";
import { notificationView } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Notifications" };

export default async function Notifications() {
  const { role } = await requireSession();
  return <NotificationsPage initial={await notificationView()} role={role} />;
}

import { requestJson } from "@/components/shell/queries/http";

/** Sends a test message to the webhook; `message` says how it took it. */
export const sendTestNotification = () =>
  requestJson<{ isSent: boolean; message: string }>("/api/panel/notifications/test", { method: "POST" });

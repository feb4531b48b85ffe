import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { sendTestNotification } from "../queries/watch";

/** Sends a message to the webhook now, and says how it took it. */
export function TestNotification() {
  const test = useMutation({ mutationFn: sendTestNotification });
  const { data, error } = test;
  return (
    <div className="flex flex-col items-start gap-2">
      <p>The panel sends notifications to the webhook at NOTIFY_URL.</p>
      <Button size="sm" busy={test.isPending} onClick={() => test.mutate()}>
        Send test notification
      </Button>
      <p role="status" className={data?.isSent ? "text-success-text" : "text-danger-text"}>
        {data?.message ?? error?.message}
      </p>
    </div>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { runningQuery } from "@/components/settings/queries/running";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import { markRestarted } from "./queries/running";

/** Where the instance cannot be asked, somebody says that it was restarted. */
export function MarkButton() {
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: markRestarted,
    onSuccess: (report) => {
      client.setQueryData(runningQuery().queryKey, report);
      toast.success("Marked as restarted", {
        description: "What is saved from now on waits for the next restart.",
      });
    },
    onError: ({ message }) => toast.error("Not marked", { description: message }),
  });
  return (
    <Button busy={mark.isPending} onClick={() => mark.mutate()}>
      Mark as restarted
    </Button>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { statusQuery } from "@/components/shell/queries/status";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import { checkNow, watchQuery } from "../queries/watch";

export function CheckNowButton({ label = "Check now" }: { label?: string }) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: checkNow,
    async onSuccess(watch) {
      client.setQueryData(watchQuery("24h", watch.interval).queryKey, watch);
      await client.invalidateQueries({ queryKey: statusQuery().queryKey });
      const down = watch.parts.filter(({ isUp }) => !isUp).length;
      const partCount = watch.parts.length;
      if (down > 0) toast.warning(`${down} of ${partCount} parts ${down === 1 ? "does" : "do"} not respond`);
      else toast.success(partCount === 0 ? "There is no address to check yet" : "All parts respond");
    },
    onError: (error) => toast.error("Not checked", { description: error.message }),
  });
  return (
    <Button busy={check.isPending} onClick={() => check.mutate()}>
      {label}
    </Button>
  );
}

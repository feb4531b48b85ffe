"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import { checkNow, watchQuery } from "../queries/watch";

/** Probes the instance now instead of at the next interval. */
export function CheckNowButton() {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: checkNow,
    onSuccess: (answer) => {
      client.setQueryData(watchQuery("24h", answer.interval).queryKey, answer);
      const down = answer.parts.filter(({ isUp }) => !isUp).length;
      const asked = answer.parts.length;
      if (down > 0) toast.warning(`${down} of ${asked} parts ${down === 1 ? "does" : "do"} not respond`);
      else toast.success(asked === 0 ? "There is no address to check yet" : "All parts respond");
    },
    onError: (error) => toast.error("Not checked", { description: error.message }),
  });
  return (
    <Button busy={check.isPending} onClick={() => check.mutate()}>
      Check now
    </Button>
  );
}

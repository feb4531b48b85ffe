"use client";

import { CalendarClock } from "lucide-react";
import { cancelPlan, runningQuery } from "@/components/settings/queries/running";
import { useChange } from "@/components/shell/form/use-change";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/moment";
import type { RunningReport } from "@/lib/shared/contract/running";

export function PlannedApply({ plan }: { plan: NonNullable<RunningReport["plan"]> }) {
  const cancel = useChange({
    request: cancelPlan,
    done: () => "Planned apply canceled",
    failed: "Not canceled",
    changes: runningQuery(),
  });
  return (
    <section
      aria-label="Planned apply"
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-accent/30 bg-accent-soft px-4 py-2"
      data-print="hidden"
    >
      <CalendarClock aria-hidden="true" className="size-4 shrink-0 text-accent-text" />
      <p className="min-w-0 flex-1">
        The file will be applied at <Moment at={plan.at} />, planned by {plan.actor}.
        {plan.checkIn === null
          ? null
          : ` Unless somebody confirms it within ${plan.checkIn} minutes, the panel rolls back.`}
      </p>
      <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        Cancel apply
      </Button>
    </section>
  );
}

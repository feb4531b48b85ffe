"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { runningQuery, takeDrafts } from "@/components/settings/queries/running";
import { useChangedPaths, useConfigStore } from "@/components/settings/store/config-form";
import { countOf } from "@/components/settings/store/words";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toaster";
import type { ApplyView } from "@/lib/shared/contract/running";
import { ChangeList } from "./change-list";

interface TakenBackProps {
  apply: ApplyView;
  /**
   * Name of the signed-in operator. If this operator started the apply, the page offers the settings as unsaved
   * changes.
   */
  operator: string;
}

export function TakenBack({ apply, operator }: TakenBackProps) {
  const { id, takenBack, actor, areDraftsOffered } = apply;
  const client = useQueryClient();
  const store = useConfigStore();
  const router = useRouter();
  const changed = useChangedPaths();
  const drafts = takenBack.filter(({ path }) => changed.includes(path));

  const take = async (): Promise<void> => {
    try {
      await store.load();
      const { operations } = await takeDrafts(id);
      const edited = store.changedPaths();
      store.applyOperations(operations.filter(({ path }) => !edited.includes(path)));
    } catch {
      // The panel returns the settings only once, and its answer may be lost.
      toast.error("The settings could not be loaded", {
        description:
          "Reload the page to try again. If no unsaved changes appear, enter the values in the list again.",
      });
    }
    await client.invalidateQueries({ queryKey: runningQuery().queryKey });
  };
  const takeOnce = useEffectEvent(() => {
    if (actor === operator && !areDraftsOffered) void take();
  });
  useEffect(() => takeOnce(), [id]);

  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-semibold">{countOf(takenBack.length, "setting")} rolled back</h3>
      <ChangeList changes={takenBack} isReversed label="Settings rolled back" />
      {drafts.length > 0 ? (
        <div className="flex flex-wrap items-center gap-3">
          <p>{countOf(drafts.length, "unsaved change")}: fix the problem, then save again.</p>
          <Button onClick={() => router.push("/settings?filter=unsaved")}>
            Fix {drafts.length === 1 ? "it" : "them"}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

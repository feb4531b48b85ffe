"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useRef } from "react";
import { isEnded } from "@/lib/shared/contract/values";
import { runningQuery } from "../queries/running";

/** "Save and apply": once the save is through, leads to the confirmation that applies the file. */
export function useApplyAfterSave() {
  const { data } = useQuery({ ...runningQuery(), enabled: false });
  const client = useQueryClient();
  const router = useRouter();
  const isWanted = useRef(false);
  const onSaved = useCallback((): boolean => {
    void client.invalidateQueries({ queryKey: runningQuery().queryKey });
    if (!isWanted.current) return false;
    isWanted.current = false;
    router.push("/running?apply");
    return true;
  }, [client, router]);
  return {
    /** Whether the panel can apply the file, and is not just doing so. */
    isOffered:
      data !== undefined && data.reload !== null && (data.apply === null || isEnded(data.apply.state)),
    want: (isToApply: boolean) => {
      isWanted.current = isToApply;
    },
    onSaved,
  };
}

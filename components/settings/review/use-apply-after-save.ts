"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback, useRef, useSyncExternalStore } from "react";
import { useActionRefusal } from "@/components/shell/standing";
import { isEnded } from "@/lib/shared/contract/values";
import type { ApplyView } from "@/lib/shared/contract/running";
import { runningQuery } from "../queries/running";
import { useConfigStore } from "../store/config-form";
import type { ConfigStore } from "../store/config-store";
import { entryForOperation, sameEntry } from "../store/entry";

/** "Save and apply" opens the apply confirmation after a successful save. */
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
  const apply = data?.apply ?? null;
  const inProgress = apply !== null && !isEnded(apply.state) ? apply : null;
  const isRepeat = useIsRepeat(apply);
  const isRefused = useActionRefusal() !== null;
  return {
    /**
     * False if the operator may not apply, or if the panel cannot apply the file, is already applying it, or would
     * apply changes that it has just rolled back.
     */
    isOffered: !isRefused && data !== undefined && data.reload !== null && inProgress === null && !isRepeat,
    /** The apply in progress. It does not include changes that are saved while it is in progress. */
    inProgress,
    want: (isToApply: boolean) => {
      isWanted.current = isToApply;
    },
    onSaved,
  };
}

/** Whether the unsaved changes are exactly the changes that the last apply rolled back. */
function useIsRepeat(apply: ApplyView | null): boolean {
  const store = useConfigStore();
  const subscribe = useCallback(
    (listener: () => void) => {
      const stop = [
        store.subscribe(listener),
        // The store does not notify its listeners when a setting with an unsaved change gets another value.
        store.form.subscribe({ formState: { values: true }, callback: listener }),
      ];
      return () => stop.forEach((end) => end());
    },
    [store],
  );
  return useSyncExternalStore(
    subscribe,
    () => apply !== null && isRepeatOf(store, apply),
    () => false,
  );
}

function isRepeatOf(store: ConfigStore, { state, takenBack }: ApplyView): boolean {
  const paths = store.changedPaths();
  if (!isEnded(state) || takenBack.length === 0 || takenBack.length !== paths.length) return false;
  if (store.keys.all().length > 0) return false;
  return takenBack.every(({ path, secret, after }) => {
    const field = store.edition().registry.fieldAt(path);
    if (!field || secret !== undefined || !paths.includes(path)) return false;
    const failed = entryForOperation(
      field,
      store.savedAt(path),
      after === null ? { op: "unset", path } : { op: "set", path, value: after },
    );
    return sameEntry(store.entryAt(path), failed);
  });
}

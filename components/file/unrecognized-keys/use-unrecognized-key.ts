"use client";

import { useState } from "react";
import { useConfigStore } from "@/components/settings/store/config-form";
import { useSavedToast, useSaveTools } from "@/components/settings/review/use-saved-toast";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { OtherKey } from "@/lib/shared/contract/unrecognized-key";
import { RequestError } from "@/components/shell/queries/http";
import { fetchOtherKey, removeOtherKey, saveOtherKey } from "../queries/unrecognized-key";

/** State and actions of one key that is not a setting. */
export function useOtherKey(path: string) {
  const store = useConfigStore();
  const tools = useSaveTools();
  const showSavedToast = useSavedToast();
  const [shown, setShown] = useState<OtherKey | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error.problems[0]?.message ?? error.message);
    } finally {
      setBusy(false);
    }
  }

  /** @param etag version that was saved on, which may be newer than the form's */
  const take = (after: ConfigSnapshot, words: string, etag: string) => {
    const before = { etag, file: store.document().file };
    tools.receive(after);
    showSavedToast({ words, before, after });
  };

  return {
    shown,
    failure,
    isBusy,
    show: () => attempt(async () => setShown(await fetchOtherKey(path))),
    hide: () => {
      setShown(null);
      setFailure(null);
    },
    save: (text: string) =>
      attempt(async () => {
        if (shown === null) return;
        take(await saveOtherKey({ ...shown, text }), `Saved ${path}`, shown.etag);
        setShown(await fetchOtherKey(path));
      }),
    remove: () =>
      attempt(async () => {
        const etag = shown?.etag ?? store.document().etag;
        take(await removeOtherKey(path, etag), `Removed ${path}`, etag);
      }),
  };
}

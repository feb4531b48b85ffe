"use client";

import { useState } from "react";
import { useConfig } from "@/components/form/config-form";
import { useSavedToast, useSaveTools } from "@/components/settings/use-saved-toast";
import type { ConfigDocument } from "@/lib/config/document";
import type { OtherKey } from "@/lib/config/other-key";
import { RequestError } from "@/lib/queries/http";
import { fetchOtherKey, removeOtherKey, saveOtherKey } from "@/lib/queries/other-key";

/** One key that is no setting: what was asked of it, and what can be done with it. */
export function useOtherKey(path: string) {
  const { store } = useConfig();
  const tools = useSaveTools();
  const celebrate = useSavedToast();
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

  /** @param etag what was saved on; the form may not have heard of it yet */
  const take = (after: ConfigDocument, words: string, etag: string) => {
    const before = { etag, file: store.document().file };
    tools.receive(after);
    celebrate({ words, before, after });
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

"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useConfigDocument, useConfigStore } from "@/components/settings/store/config-form";
import { useKeyDrafts } from "@/components/settings/store/use-key-drafts";
import { unrecognizedKeyQuery } from "../queries/config";

/** One unrecognized key: its value once it is shown, and its unsaved change. */
export function useUnrecognizedKey(path: string) {
  const store = useConfigStore();
  const { etag, unknown } = useConfigDocument();
  const draft = useKeyDrafts().find((one) => one.path === path);
  const [isAsked, setAsked] = useState(false);
  /** The last edit. After a save it is the value, until the file is read again. */
  const [typed, setTyped] = useState<string | null>(null);
  // A newer version of the file may have another value, so it is read again. An edited value stays unchanged.
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...unrecognizedKeyQuery(path, etag),
    enabled: isAsked && draft === undefined,
    placeholderData: (previous) => previous,
  });
  const origin = draft ? draft.origin : isAsked && data ? data.text : null;
  return {
    draft,
    /** The value in the file, as JSON; null while it is not shown. */
    origin,
    /** The value with its unsaved change; null while it is not shown, or if the key will be removed. */
    text: draft ? draft.text : isPlaceholderData && origin !== null ? (typed ?? origin) : origin,
    isInFile: unknown.includes(path),
    isBusy: isFetching,
    /** The value shown may be out of date for a moment. */
    isStale: draft === undefined && isPlaceholderData,
    failure: isAsked ? (error?.message ?? null) : null,
    show: () => setAsked(true),
    hide: () => setAsked(false),
    edit: (text: string, fault?: string) => {
      setTyped(text);
      store.keys.set({ path, origin, text, ...(fault !== undefined && { error: fault }) });
    },
    remove: () => store.keys.set({ path, origin, text: null }),
    undo: () => {
      setTyped(null);
      store.keys.revert(path);
    },
  };
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useConfigDocument, useConfigStore } from "@/components/settings/store/config-form";
import { useKeyDrafts } from "@/components/settings/store/use-key-drafts";
import { unrecognizedKeyQuery } from "../queries/config";

/** The value of an unrecognized key, once the operator has requested it, and the key's unsaved change. */
export function useUnrecognizedKey(path: string) {
  const store = useConfigStore();
  const { etag, unknown } = useConfigDocument();
  const draft = useKeyDrafts().find((one) => one.path === path);
  const [isAsked, setAsked] = useState(false);
  /** The text of the last edit. Shown after a save until the new value has been fetched. */
  const [typed, setTyped] = useState<string | null>(null);
  // Fetched again for every version of the file, unless the key has an unsaved change.
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...unrecognizedKeyQuery(path, etag),
    enabled: isAsked && draft === undefined,
    placeholderData: (previous) => previous,
  });
  const origin = draft ? draft.origin : isAsked && data ? data.text : null;
  return {
    draft,
    /** The value in the file as JSON. Null while it is not shown. */
    origin,
    /** The value as JSON, with the unsaved change. Null while it is not shown, or if the change removes the key. */
    text: draft ? draft.text : isPlaceholderData && origin !== null ? (typed ?? origin) : origin,
    isInFile: unknown.includes(path),
    isBusy: isFetching,
    /** True while the value of a newer version is being fetched. */
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

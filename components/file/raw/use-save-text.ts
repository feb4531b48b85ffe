"use client";

import { type RefObject, useState } from "react";
import { useConfigStore } from "@/components/settings/store/config-form";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import { RequestError } from "@/components/shell/queries/call";
import { saveRawConfig } from "../queries/config";
import type { EditorHandle } from "./code-editor";
import type { useRawText } from "./use-raw-text";

type Raw = Pick<ReturnType<typeof useRawText>, "base" | "text" | "saved" | "fetchLatest">;

/** Saves the editor's text. If the server refuses the text, its problems are marked in the editor. */
export function useSaveText(raw: Raw, editor: RefObject<EditorHandle | null>) {
  const store = useConfigStore();
  const showSavedToast = useSavedToast();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [places, setPlaces] = useState<readonly Problem[]>([]);

  const reset = () => {
    setFailure(undefined);
    setPlaces([]);
  };

  const refused = async (error: RequestError) => {
    setFailure(error.message);
    setPlaces(error.places);
    if (error.places.length > 0) editor.current?.show(error.places);
    // Status 412 means that the file has changed. Fetches the newer version, so that the operator can merge it.
    if (error.status === 412) await raw.fetchLatest().catch(() => undefined);
  };

  /** @returns whether the text was saved */
  const save = async (note: string): Promise<boolean> => {
    reset();
    setBusy(true);
    try {
      // The text may be based on a newer version than the form. Undoing the save must restore that newer version.
      const before = { etag: raw.base.etag, file: store.document().file };
      const after = await saveRawConfig({ etag: raw.base.etag, text: raw.text, note });
      await raw.saved(after);
      showSavedToast({ words: "Text saved", before, after });
      return true;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      await refused(error);
      return false;
    } finally {
      setBusy(false);
    }
  };

  return { save, reset, isBusy, failure, places };
}

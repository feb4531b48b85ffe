"use client";

import { type RefObject, useState } from "react";
import { useConfig } from "@/components/form/config-form";
import { useSavedToast } from "@/components/settings/use-saved-toast";
import type { Problem } from "@/lib/config/document";
import { RequestError } from "@/lib/queries/http";
import { saveRawConfig } from "@/lib/queries/save-raw-config";
import type { EditorHandle } from "./code-editor";
import type { useRawText } from "./use-raw-text";

type Raw = Pick<ReturnType<typeof useRawText>, "base" | "text" | "saved" | "fetchLatest">;

/** Saving the editor's text: what is refused is shown at its lines, and the text stays. */
export function useSaveText(raw: Raw, editor: RefObject<EditorHandle | null>) {
  const { store } = useConfig();
  const celebrate = useSavedToast();
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
    // Somebody was faster: their version is asked for, so that it can be taken in.
    if (error.status === 412) await raw.fetchLatest().catch(() => undefined);
  };

  /** @returns whether the text is in the file now */
  const save = async (note: string): Promise<boolean> => {
    reset();
    setBusy(true);
    try {
      // The text may have been taken from a newer version than the form has heard of: only that one is gone back to.
      const before = { etag: raw.base.etag, file: store.document().file };
      const after = await saveRawConfig({ etag: raw.base.etag, text: raw.text, note });
      await raw.saved(after);
      celebrate({ words: "Text saved", before, after });
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

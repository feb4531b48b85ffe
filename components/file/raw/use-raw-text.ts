"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useState } from "react";
import { configQuery } from "@/components/settings/queries/config";
import { useConfigStore } from "@/components/settings/store/config-form";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import { RequestError } from "@/components/shell/queries/call";
import type { RawText } from "@/lib/shared/contract/config";
import { rawConfigQuery, saveRawConfig } from "../queries/config";
import type { EditorHandle } from "./code-editor";

/** The editor supports only line feeds. The server restores the file's line endings. */
const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, "\n");

interface Base {
  etag: string;
  text: string;
}

interface Edit {
  base: Base;
  text: string;
  /** The text that was saved on top of `base`, until the saved version has been read. */
  saved?: string;
}

/**
 * The edited text and the operator who edited it, preserved during navigation within the panel. The text may
 * contain typed secrets, so it is stored only in the tab's memory.
 */
let storedEdit: { owner: string; edit: Edit | null } | undefined;

const baseOf = ({ etag, text }: RawText): Base => ({ etag, text: withLineFeeds(text) });

/**
 * Returns the editor's text and the version on which it is based. A newer version of the file replaces an
 * unedited text at once. If the text is edited, the operator decides when to merge the newer version.
 */
export function useRawText(initial: RawText, owner: string, editor: RefObject<EditorHandle | null>) {
  const client = useQueryClient();
  const store = useConfigStore();
  const showSavedToast = useSavedToast();
  const { data: latest } = useQuery({ ...rawConfigQuery(), initialData: initial });
  /**
   * The file's text including hidden values, once the operator has requested them. Ignored after the file
   * changes.
   */
  const [shown, setShown] = useState<RawText | null>(null);
  const isShown = shown?.etag === latest.etag;
  const current = shown && isShown ? shown : latest;
  const newest = useMemo(() => baseOf(current), [current]);
  const [edit, setEdit] = useState<Edit | null>(() => (storedEdit?.owner === owner ? storedEdit.edit : null));
  const isUnread = edit?.saved !== undefined && newest.etag === edit.base.etag;
  if (edit !== null && !isUnread) {
    // If the server has replaced typed secrets with markers, the other markers may have new numbers, so the operator
    // merges the saved text.
    if (edit.text === newest.text || edit.text === edit.saved) setEdit(null);
    else if (edit.saved === newest.text) setEdit({ base: newest, text: edit.text });
  }
  const isDirty = edit !== null && edit.text !== edit.saved;
  const { base, text } = edit ?? { base: newest, text: newest.text };

  useEffect(() => {
    if (edit === null) editor.current?.replace(newest.text);
  }, [edit, newest, editor]);

  useEffect(() => {
    storedEdit = { owner, edit };
    if (!isDirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [owner, edit, isDirty]);

  const start = (from: Base, next: string) =>
    setEdit((now) => {
      if (now?.saved !== undefined && now.base === from) return { ...now, text: next };
      return next === from.text ? null : { base: from, text: next };
    });

  const discard = () => {
    if (edit?.saved === undefined) return setEdit(null);
    start(edit.base, edit.saved);
    editor.current?.replace(edit.saved);
  };

  const takeOver = (): number => {
    if (!editor.current) return 0;
    const conflicts = editor.current.moveTo(base.text, newest.text);
    start(newest, editor.current.text());
    return conflicts;
  };

  const fetchLatest = () => client.fetchQuery({ ...rawConfigQuery(), staleTime: 0 });

  const save = useMutation({
    mutationFn: saveRawConfig,
    async onSuccess(after, { etag, text: sent }) {
      // "Undo" must restore the version on which the saved text is based. The settings form may still have an
      // older version, so this ETag comes from the request.
      const before = { etag, file: store.document().file };
      client.setQueryData(configQuery().queryKey, after);
      await fetchLatest().catch(() => undefined);
      // Text that the operator typed during the save stays.
      setEdit((now) => {
        if (now !== null && after.etag !== etag) return { ...now, saved: sent };
        return now?.text === sent ? null : now;
      });
      void client.invalidateQueries({ queryKey: configQuery().queryKey });
      showSavedToast({ words: "Text saved", before, after });
    },
    async onError(error) {
      if (!(error instanceof RequestError)) return;
      if (error.places.length > 0) editor.current?.show(error.places);
      // Status 412 means that the file has changed. Fetches the newer version, so that the operator can merge it.
      if (error.status === 412) await fetchLatest().catch(() => undefined);
    },
  });

  return {
    base,
    text,
    setText: (next: string) => start(base, next),
    isDirty,
    isBehind: edit !== null && (newest.etag !== base.etag || newest.text !== base.text),
    takeOver,
    discard,
    isHiding: latest.state === "broken" && !isShown,
    show: setShown,
    save,
  };
}

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useState } from "react";
import type { ConfigDocument } from "@/lib/config/document";
import type { RawText } from "@/lib/config/history";
import { configQuery } from "@/lib/queries/config";
import { rawConfigQuery } from "@/lib/queries/raw-config";
import type { EditorHandle } from "./code-editor";
import { keepDraft, keptDraft } from "./raw-draft";

/** Editors know only \n; the server writes the file's own line ends. */
const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, "\n");

interface Base {
  etag: string;
  text: string;
}

const baseOf = ({ etag, text }: RawText): Base => ({ etag, text: withLineFeeds(text) });

/**
 * The text in the editor and the version it was made from. A newer version of the file is taken over at once while
 * nothing is edited; otherwise the operator decides when, and own changes stay.
 */
export function useRawText(initial: RawText, owner: string, editor: RefObject<EditorHandle | null>) {
  const client = useQueryClient();
  const { data: latest } = useQuery({ ...rawConfigQuery(), initialData: initial });
  const newest = useMemo(() => baseOf(latest), [latest]);
  /** null: the editor shows the file. */
  const [edit, setEdit] = useState<{ base: Base; text: string } | null>(() => keptDraft(owner));
  const { base, text } = edit ?? { base: newest, text: newest.text };

  useEffect(() => {
    if (edit === null) editor.current?.replace(newest.text);
  }, [edit, newest, editor]);

  useEffect(() => {
    keepDraft(edit && { owner, ...edit });
    if (edit === null) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [owner, edit]);

  const start = (from: Base, next: string) => setEdit(next === from.text ? null : { base: from, text: next });

  /** Takes the newer version in; returns how many places both changed. */
  const takeOver = (): number => {
    if (!editor.current) return 0;
    const conflicts = editor.current.moveTo(base.text, newest.text);
    start(newest, editor.current.text());
    return conflicts;
  };

  const fetchLatest = () => client.fetchQuery({ ...rawConfigQuery(), staleTime: 0 });

  /** What was saved is the base now, with new markers for the secrets that were typed. */
  const saved = async (document: ConfigDocument) => {
    client.setQueryData(configQuery().queryKey, document);
    await fetchLatest();
    setEdit(null);
    void client.invalidateQueries({ queryKey: configQuery().queryKey });
  };

  return {
    base,
    text,
    setText: (next: string) => start(base, next),
    isDirty: edit !== null,
    isBehind: edit !== null && (newest.etag !== base.etag || newest.text !== base.text),
    takeOver,
    discard: () => setEdit(null),
    saved,
    fetchLatest,
  };
}

"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useMemo, useState } from "react";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import type { RawText } from "@/lib/shared/contract/config";
import { configQuery } from "@/components/settings/queries/config";
import { rawConfigQuery } from "../queries/config";
import type { EditorHandle } from "./code-editor";

/** The editor uses only \n, and the server writes the file's own line endings. */
const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, "\n");

interface Base {
  etag: string;
  text: string;
}

const baseOf = ({ etag, text }: RawText): Base => ({ etag, text: withLineFeeds(text) });

/**
 * The text in the editor and the version it is based on. While nothing is edited, a newer version of the file
 * replaces it at once. Otherwise the operator decides when to merge it, and the operator's own changes are
 * preserved.
 */
export function useRawText(initial: RawText, owner: string, editor: RefObject<EditorHandle | null>) {
  const client = useQueryClient();
  const { data: latest } = useQuery({ ...rawConfigQuery(), initialData: initial });
  /** The text with its secrets shown, after an operator requested it. Valid until the file changes. */
  const [shown, setShown] = useState<RawText | null>(null);
  const isShown = shown?.etag === latest.etag;
  const current = shown && isShown ? shown : latest;
  const newest = useMemo(() => baseOf(current), [current]);
  /** null: the editor shows the file unchanged. */
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

  /** Merges the newer version. Returns how many places both changed. */
  const takeOver = (): number => {
    if (!editor.current) return 0;
    const conflicts = editor.current.moveTo(base.text, newest.text);
    start(newest, editor.current.text());
    return conflicts;
  };

  const fetchLatest = () => client.fetchQuery({ ...rawConfigQuery(), staleTime: 0 });

  /** The saved text becomes the new base, with new markers for the typed secrets. */
  const saved = async (document: ConfigSnapshot) => {
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
    /** Whether the file is broken and possible secrets in it are hidden. */
    isHiding: latest.state === "broken" && !isShown,
    show: setShown,
    saved,
    fetchLatest,
  };
}

/*
 * A text that is being edited survives a visit to another page of the panel, but only in this tab's memory, because it
 * may contain secrets that were just typed.
 */

interface RawDraft {
  owner: string;
  /** The version of the file that the text is based on. */
  base: { etag: string; text: string };
  text: string;
}

let draft: RawDraft | null = null;

function keepDraft(next: RawDraft | null): void {
  draft = next;
}

/** This operator's draft. */
function keptDraft(owner: string): RawDraft | null {
  return draft?.owner === owner ? draft : null;
}

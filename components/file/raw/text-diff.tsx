"use client";

import { json } from "@codemirror/lang-json";
import { MergeView, unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { editorLooks } from "./editor-theme";

/* The differences between two texts, with long unchanged parts folded. Loaded on demand. */

const folding = {
  collapseUnchanged: { margin: 3, minSize: 6 },
  diffConfig: { scanLimit: 5_000, timeout: 500 },
};

const readOnlyText = (label: string): Extension => [
  lineNumbers(),
  json(),
  editorLooks,
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
];

export function TextDiff({ before, after, label }: { before: string; after: string; label: string }) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const comparison = unifiedMergeView({ original: before, mergeControls: false, ...folding });
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({ doc: after, extensions: [readOnlyText(label), comparison] }),
    });
    return () => view.destroy();
  }, [before, after, label]);
  return (
    <div
      ref={parent}
      data-slot="text-diff"
      className="overflow-hidden rounded-lg border [&_.cm-editor]:max-h-[50dvh]"
    />
  );
}

interface SideBySideProps {
  before: string;
  after: string;
  labels: readonly [string, string];
}

export function SideBySide({ before, after, labels: [left, right] }: SideBySideProps) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const view = new MergeView({
      parent: parent.current,
      a: { doc: before, extensions: readOnlyText(left) },
      b: { doc: after, extensions: readOnlyText(right) },
      gutter: true,
      ...folding,
    });
    return () => view.destroy();
  }, [before, after, left, right]);
  return (
    <div
      ref={parent}
      data-slot="side-by-side"
      className="max-h-[70dvh] min-h-40 overflow-y-auto rounded-lg border [&_.cm-mergeViewEditor+.cm-mergeViewEditor]:border-l"
    />
  );
}

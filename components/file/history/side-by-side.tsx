"use client";

import { json } from "@codemirror/lang-json";
import { MergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { editorLooks } from "../raw/editor-theme";

interface SideBySideProps {
  before: string;
  after: string;
  /** Labels of the left and the right text. */
  labels: readonly [string, string];
}

/** Shows two texts in columns that scroll together. Long unchanged parts are folded. */
export default function SideBySide({ before, after, labels: [left, right] }: SideBySideProps) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const view = new MergeView({
      parent: parent.current,
      a: { doc: before, extensions: looks(left) },
      b: { doc: after, extensions: looks(right) },
      gutter: true,
      collapseUnchanged: { margin: 3, minSize: 6 },
      diffConfig: { scanLimit: 5_000, timeout: 500 },
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

function looks(label: string): Extension {
  return [
    lineNumbers(),
    json(),
    editorLooks,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
  ];
}

"use client";

import { json } from "@codemirror/lang-json";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { useEffect, useRef } from "react";
import { editorLooks } from "./editor-theme";

export interface TextDiffProps {
  before: string;
  after: string;
  label: string;
}

/** Shows the differences of two texts line by line. Long unchanged parts are folded. */
export default function TextDiff({ before, after, label }: TextDiffProps) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const view = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: after,
        extensions: [
          lineNumbers(),
          json(),
          editorLooks,
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
          unifiedMergeView({
            original: before,
            mergeControls: false,
            collapseUnchanged: { margin: 3, minSize: 6 },
            diffConfig: { scanLimit: 5_000, timeout: 500 },
          }),
        ],
      }),
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

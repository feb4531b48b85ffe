"use client";

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { unifiedMergeView } from "@codemirror/merge";
import type { Problem } from "@/lib/shared/contract/config-snapshot";
import type { JsonSchema } from "@/lib/shared/settings/json-schema";
import { editorLooks } from "./editor-theme";
import { mergeTexts, renumberMarkers } from "./merge-texts";
import { schemaAssist } from "./schema-assist";
import {
  type PlacedProblem,
  placeProblems,
  placesOf,
  problemsIn,
  setServerProblems,
  textLint,
} from "./text-lint";

export interface EditorHandle {
  text: () => string;
  replace: (text: string) => void;
  /**
   * Merges the changes between two versions of the file into the text. Returns the number of conflicts, and shows a
   * comparison if there are any.
   */
  moveTo: (from: string, to: string) => number;
  endComparison: () => void;
  show: (problems: readonly Problem[]) => void;
  check: () => PlacedProblem[];
  goTo: (offset: number) => void;
}

export interface CodeEditorProps {
  ref: Ref<EditorHandle>;
  initial: string;
  label: string;
  readOnly: boolean;
  schema: JsonSchema | undefined;
  spelled: (path: string) => string;
  onChange: (text: string) => void;
  /** Called with all problems after each check. A check follows each change to the text after a short delay. */
  onProblems: (problems: PlacedProblem[]) => void;
  /** Called on Ctrl-S and ⌘-S. */
  onSave: () => void;
}

/** Edits the file's text with CodeMirror 6. Loaded on demand. */
export default function CodeEditor({
  ref,
  initial,
  label,
  readOnly,
  schema,
  spelled,
  onChange,
  onProblems,
  onSave,
}: CodeEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [parts] = useState(() => ({
    schema: new Compartment(),
    readOnly: new Compartment(),
    comparison: new Compartment(),
  }));
  const [start] = useState({ initial, label });
  const change = useEffectEvent(onChange);
  const report = useEffectEvent(onProblems);
  const save = useEffectEvent(onSave);

  useEffect(() => {
    if (!parent.current) return;
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: start.initial,
        extensions: [
          basics(start.initial),
          EditorView.contentAttributes.of({ "aria-label": start.label, tabindex: "0" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change(update.state.doc.toString());
          }),
          keymap.of([
            {
              key: "Mod-s",
              stopPropagation: true,
              run: () => {
                save();
                return true;
              },
            },
          ]),
          parts.schema.of([]),
          parts.readOnly.of([]),
          parts.comparison.of([]),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, [parts, start]);

  useEffect(() => {
    const lint = textLint(schema, (problems) => report(problems));
    const assist = schema ? [lint, schemaAssist(schema)] : lint;
    view.current?.dispatch({ effects: parts.schema.reconfigure(assist) });
  }, [parts, schema]);

  useEffect(() => {
    view.current?.dispatch({ effects: parts.readOnly.reconfigure(EditorState.readOnly.of(readOnly)) });
  }, [parts, readOnly]);

  useImperativeHandle(ref, () => {
    const text = () => view.current?.state.doc.toString() ?? start.initial;
    const put = (next: string, original: string | null) =>
      view.current?.dispatch({
        changes: difference(text(), next),
        effects: parts.comparison.reconfigure(original === null ? [] : compareWith(original)),
      });
    return {
      text,
      replace: (next) => put(next, null),
      moveTo: (from, to) => {
        const mine = renumberMarkers(text(), from, to);
        const merged = mergeTexts(renumberMarkers(from, from, to), mine, to);
        put(merged.text, merged.conflicts > 0 ? to : null);
        return merged.conflicts;
      },
      endComparison: () => view.current?.dispatch({ effects: parts.comparison.reconfigure([]) }),
      show: (problems) => {
        const editor = view.current;
        if (!editor) return;
        const places = placeProblems(editor.state.doc, problems, spelled);
        const first = places[0];
        editor.dispatch({
          effects: [
            setServerProblems.of(places),
            ...(first ? [EditorView.scrollIntoView(first.from, { y: "center" })] : []),
          ],
          ...(first ? { selection: { anchor: first.from } } : {}),
        });
      },
      check: () => {
        const state = view.current?.state;
        return state ? placesOf(state, problemsIn(state, schema)) : [];
      },
      goTo: (offset) => {
        view.current?.dispatch({
          selection: { anchor: offset },
          effects: EditorView.scrollIntoView(offset, { y: "center" }),
        });
        view.current?.focus();
      },
    };
  }, [parts, start, schema, spelled]);

  return <div ref={parent} data-slot="code-editor" translate="no" className="h-full [&_.cm-editor]:h-full" />;
}

function basics(text: string): Extension {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return [
    lineNumbers(),
    foldGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of(/^( +|\t+)$/.test(indent) ? indent : "  "),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    keymap.of([
      ...closeBracketsKeymap,
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap,
    ]),
    json(),
    editorLooks,
  ];
}

/**
 * Finds the smallest range whose replacement turns one text into the other. The editor preserves the cursor and the
 * scroll position outside the range.
 */
function difference(before: string, after: string): { from: number; to: number; insert: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

function compareWith(original: string): Extension {
  return unifiedMergeView({
    original,
    gutter: true,
    mergeControls: (type, action) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "cm-button";
      button.textContent = type === "accept" ? "Keep mine" : "Use the file’s";
      button.addEventListener("mousedown", action);
      // Handles only keyboard clicks (`detail` 0), because `mousedown` has already handled mouse clicks.
      button.addEventListener("click", (event) => {
        if (event.detail === 0) action(event);
      });
      return button;
    },
  });
}

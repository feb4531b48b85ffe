import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { openSearchPanel, search, searchKeymap } from "@codemirror/search";
import { EditorState, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from "react";
import { editorLook } from "@/components/ui/editor-look";
import type { LineMark, ListText } from "@/lib/shared/settings/kinds/list-text";

export interface ListEditorHandle {
  find: () => void;
  step: (direction: 1 | -1) => void;
  replace: (items: readonly string[]) => void;
}

interface ListEditorProps {
  ref: Ref<ListEditorHandle>;
  items: readonly string[];
  id: string;
  label: string;
  describedBy: string;
  readOnly: boolean;
  isSaved: (item: string) => boolean;
  read: (lines: Iterable<string>) => ListText;
  onChange: (text: ListText) => void;
}

/** Milliseconds without a key press before the lines are read. */
const pause = 250;

/** Edits a long list as text, one entry per line. CodeMirror renders only the lines in sight. Loaded on demand. */
export function ListEditor({ ref, items, isSaved, read, onChange, ...props }: ListEditorProps) {
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const readNow = useRef(() => {});
  const [start] = useState({ items, isSaved, ...props });
  const check = useEffectEvent((state: EditorState) => {
    const text = read(state.doc.iterLines());
    view.current?.dispatch({ effects: setMarks.of({ marks: text.marks, isSaved }) });
    return text;
  });
  const report = useEffectEvent((state: EditorState) => onChange(check(state)));

  useEffect(() => {
    if (!parent.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      report(editor.state);
    };
    const editor = new EditorView({
      parent: parent.current,
      state: EditorState.create({
        doc: start.items.join("\n"),
        extensions: [
          lineNumbers({ formatNumber: (line) => line.toLocaleString("en") }),
          history(),
          drawSelection(),
          // Notes make lines wider than a phone, whose scrolled text the line numbers would cover.
          EditorView.lineWrapping,
          search({ top: true }),
          EditorState.readOnly.of(start.readOnly),
          marksField,
          looks,
          EditorView.contentAttributes.of({
            id: start.id,
            "aria-label": start.label,
            "aria-describedby": start.describedBy,
            tabindex: "0",
          }),
          EditorView.updateListener.of(({ docChanged }) => {
            if (!docChanged) return;
            clearTimeout(timer);
            timer = setTimeout(flush, pause);
          }),
          // A save reads the form, so the lines are read before the key reaches the page.
          EditorView.domEventHandlers({
            blur: flush,
            keydown: (event) => {
              if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") flush();
            },
          }),
          keymap.of([
            { key: "F8", run: (target) => step(target, 1), shift: (target) => step(target, -1) },
            ...searchKeymap,
            ...defaultKeymap,
            ...historyKeymap,
          ]),
        ],
      }),
    });
    view.current = editor;
    readNow.current = flush;
    check(editor.state);
    return () => {
      flush();
      editor.destroy();
    };
  }, [start]);

  useImperativeHandle(
    ref,
    () => ({
      find: () => view.current && openSearchPanel(view.current),
      step: (direction) => view.current && step(view.current, direction),
      replace(next) {
        const editor = view.current;
        if (editor === null) return;
        editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: next.join("\n") } });
        readNow.current();
      },
    }),
    [],
  );

  return (
    <div
      ref={parent}
      data-slot="list-editor"
      translate="no"
      className="overflow-hidden rounded-lg border outline-ring has-[.cm-focused]:outline-2 [&_.cm-editor]:h-96"
    />
  );
}

interface Marks {
  readonly marks: readonly LineMark[];
  readonly isSaved: (item: string) => boolean;
}

const setMarks = StateEffect.define<Marks>();

const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, effects, state }) {
    const effect = effects.find((one) => one.is(setMarks));
    return effect === undefined ? marks.map(changes) : decorate(state, effect.value as Marks);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function decorate({ doc }: EditorState, { marks, isSaved }: Marks): DecorationSet {
  const byLine = new Map(marks.map((mark) => [mark.line, mark]));
  const builder = new RangeSetBuilder<Decoration>();
  let at = 0;
  let line = 0;
  for (const text of doc.iterLines()) {
    line += 1;
    const mark = byLine.get(line);
    const isAdded = text.trim() !== "" && !isSaved(text.trim());
    if (mark || isAdded)
      builder.add(
        at,
        at,
        Decoration.line({
          class: [isAdded && "cm-added", mark && `cm-${mark.kind}`].filter(Boolean).join(" "),
          ...(mark && { attributes: { "data-mark": mark.text } }),
        }),
      );
    at += text.length + 1;
  }
  return builder.finish();
}

function step(view: EditorView, direction: 1 | -1): boolean {
  const { state } = view;
  const lineStart = state.doc.lineAt(state.selection.main.head).from;
  const places: number[] = [];
  state.field(marksField).between(0, state.doc.length, (from, _to, { spec }) => {
    if ((spec as { attributes?: object }).attributes) places.push(from);
  });
  const next =
    direction === 1
      ? (places.find((place) => place > lineStart) ?? places[0])
      : (places.findLast((place) => place < lineStart) ?? places.at(-1));
  if (next === undefined) return false;
  view.dispatch({
    selection: { anchor: next },
    effects: EditorView.scrollIntoView(next, { y: "center" }),
  });
  view.focus();
  return true;
}

const looks = EditorView.theme({
  ...editorLook,
  // The box around the editor has the ring, because the lines would cover it.
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "22px", overflow: "auto" },
  ".cm-content": { caretColor: "var(--foreground)" },
  ".cm-line": { padding: "0 10px", borderLeft: "3px solid transparent" },
  ".cm-added": { borderLeftColor: "var(--success)" },
  ".cm-invalid": { backgroundColor: "var(--danger-soft)", textDecoration: "underline wavy var(--danger)" },
  ".cm-duplicate": { backgroundColor: "var(--warning-soft)" },
  // On phones, the note may need a line of its own.
  ".cm-line[data-mark]": { display: "flow-root" },
  ".cm-line[data-mark]::after": {
    content: "attr(data-mark)",
    float: "right",
    paddingLeft: "12px",
    display: "inline-block",
    fontFamily: "var(--font-sans)",
    fontSize: "12px",
  },
  ".cm-invalid::after": { color: "var(--danger-text)" },
  ".cm-duplicate::after": { color: "var(--warning-text)" },
});

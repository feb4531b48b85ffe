import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { editorLook } from "@/components/ui/editor-look";

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent-text)" },
  { tag: tags.string, color: "var(--success-text)" },
  { tag: tags.number, color: "var(--warning-text)" },
  { tag: [tags.bool, tags.null], color: "var(--danger-text)" },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: "var(--muted-foreground)" },
]);

const theme = EditorView.theme({
  ...editorLook,
  "&.cm-focused": { outline: "2px solid var(--ring)", outlineOffset: "1px" },
  ".cm-scroller": {
    fontFamily: "var(--font-mono)",
    fontFeatureSettings: '"calt" 0',
    lineHeight: "20px",
    overflow: "auto",
  },
  ".cm-content": { padding: "8px 0", caretColor: "var(--foreground)" },
  ".cm-content ::selection": { backgroundColor: "var(--accent-soft)", color: "inherit" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--muted) 50%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--muted)", color: "var(--foreground)" },
  ".cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--muted)",
    outline: "1px solid var(--border-strong)",
  },
  ".cm-foldPlaceholder": {
    backgroundColor: "var(--muted)",
    border: "none",
    color: "var(--muted-foreground)",
    padding: "0 6px",
  },
  ".cm-tooltip": {
    backgroundColor: "var(--surface-raised)",
    color: "var(--foreground)",
    border: "1px solid var(--border-strong)",
    borderRadius: "8px",
    boxShadow: "0 8px 24px -8px var(--shadow-color)",
    overflow: "hidden",
  },
  ".cm-tooltip-autocomplete > ul > li": { padding: "4px 8px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--accent-foreground)",
  },
  ".cm-completionDetail": { color: "inherit", fontStyle: "normal", marginLeft: "12px" },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "600" },
  ".cm-tooltip.cm-completionInfo": { padding: "8px 12px", maxWidth: "360px", fontFamily: "var(--font-sans)" },
  ".cm-setting-help": { padding: "8px 12px", maxWidth: "420px", fontFamily: "var(--font-sans)" },
  ".cm-setting-help strong": { display: "block", fontWeight: "600" },
  ".cm-setting-help code": { display: "block", fontSize: "12px", color: "var(--muted-foreground)" },
  ".cm-diagnostic": { fontFamily: "var(--font-sans)", padding: "6px 12px" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--danger)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--warning)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--danger)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warning)",
    textUnderlineOffset: "3px",
  },
  "& .cm-changedLine": { backgroundColor: "var(--success-soft)" },
  "& .cm-deletedChunk": { backgroundColor: "var(--danger-soft)" },
  "& .cm-changedText": {
    background: "none",
    textDecoration: "underline 2px var(--success)",
    textUnderlineOffset: "3px",
  },
  // The earlier text of two columns, in which every change is a removal.
  "&.cm-merge-a .cm-changedLine": { backgroundColor: "var(--danger-soft)" },
  "&.cm-merge-a .cm-changedLineGutter": { backgroundColor: "var(--danger)" },
  "&.cm-merge-a .cm-changedText, & .cm-deletedChunk .cm-deletedText": {
    background: "none",
    textDecoration: "line-through var(--danger)",
  },
  // Replaces the package's fold marker, a character that few fonts contain.
  ".cm-collapsedLines:before, .cm-collapsedLines:after": { content: '"···"' },
  ".cm-changedLineGutter": { backgroundColor: "var(--success)" },
  ".cm-deletedLineGutter": { backgroundColor: "var(--danger)" },
  ".cm-collapsedLines": {
    backgroundColor: "var(--muted)",
    backgroundImage: "none",
    color: "var(--muted-foreground)",
    padding: "4px 12px",
  },
});

/** The theme of every view of the file's text. */
export const editorLooks: Extension = [theme, syntaxHighlighting(highlight), EditorView.lineWrapping];

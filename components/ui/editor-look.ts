/** What the panel's text editors share. Colors are the panel's CSS variables (app/globals.css), so one theme is enough. */
export const editorLook = {
  "&": { backgroundColor: "var(--surface)", color: "var(--foreground)", fontSize: "13px" },
  ".cm-cursor": { borderLeftColor: "var(--foreground)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--accent-soft)",
  },
  ".cm-gutters": {
    backgroundColor: "var(--surface)",
    color: "var(--muted-foreground)",
    borderRight: "1px solid var(--border)",
  },
  ".cm-panels": {
    backgroundColor: "var(--muted)",
    color: "var(--foreground)",
    fontFamily: "var(--font-sans)",
  },
  ".cm-panels.cm-panels-top": { borderBottom: "1px solid var(--border)" },
  ".cm-panels.cm-panels-bottom": { borderTop: "1px solid var(--border)" },
  ".cm-textfield": {
    backgroundColor: "var(--surface)",
    border: "1px solid var(--input)",
    borderRadius: "6px",
    padding: "4px 8px",
    fontSize: "13px",
  },
  ".cm-button": {
    backgroundColor: "var(--surface)",
    backgroundImage: "none",
    border: "1px solid var(--border-strong)",
    borderRadius: "6px",
    padding: "4px 8px",
    fontSize: "13px",
  },
  ".cm-searchMatch": { backgroundColor: "var(--warning-soft)", outline: "1px solid var(--warning)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--accent-soft)", outline: "1px solid var(--accent)" },
  ".cm-panel.cm-search label": { fontSize: "13px" },
};

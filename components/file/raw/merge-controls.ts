import { unifiedMergeView } from "@codemirror/merge";
import type { Extension } from "@codemirror/state";

/** Shows the operator's text against the current file, with a choice at each difference. */
export function compareWith(original: string): Extension {
  return unifiedMergeView({
    original,
    gutter: true,
    mergeControls: (type, action) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "cm-button";
      button.textContent = type === "accept" ? "Keep mine" : "Use the file’s";
      button.addEventListener("mousedown", action);
      // A key press fires no mousedown event.
      button.addEventListener("click", (event) => {
        if (event.detail === 0) action(event);
      });
      return button;
    },
  });
}

"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { OpenDialog } from "@/components/ui/dialog";
import { Label } from "@/components/ui/input";
import { Kbd } from "@/components/ui/text";
import { areSingleKeysOn, turnSingleKeys } from "./single-keys";

const control = typeof navigator !== "undefined" && /mac/i.test(navigator.platform) ? "⌘" : "Ctrl";

const groups: readonly { title: string; keys: readonly { keys: readonly string[]; does: string }[] }[] = [
  {
    title: "Everywhere",
    keys: [
      { keys: [control, "K"], does: "Search or run a command" },
      { keys: ["/"], does: "Search on this page" },
      { keys: ["j"], does: "Go to the next row; with k, to the previous one" },
      { keys: ["g", "o"], does: "Open the overview" },
      { keys: ["g", "s"], does: "Open the settings; g and b, g, u, i, h or a open other pages" },
      { keys: ["?"], does: "Show keyboard shortcuts" },
      { keys: ["Esc"], does: "Close a dialog, a menu or the search" },
      { keys: ["Tab"], does: "Go to the next control; with Shift, to the previous one" },
    ],
  },
  {
    title: "Settings",
    keys: [
      { keys: [control, "S"], does: "Save changes" },
      { keys: [control, "Shift", "S"], does: "Review changes" },
      { keys: ["Space"], does: "Toggle a switch or checkbox" },
      { keys: ["↑", "↓"], does: "Move through options and search results" },
      { keys: ["Enter"], does: "Add the typed text to a list" },
    ],
  },
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(areSingleKeysOn);
  return (
    <OpenDialog
      title="Keyboard shortcuts"
      description="You can use the whole panel without a mouse."
      className="pb-6"
      onClose={onClose}
    >
      <Label className="flex items-center gap-2">
        <Checkbox
          checked={isOn}
          onCheckedChange={(checked) => {
            turnSingleKeys(checked === true);
            setOn(checked === true);
          }}
        />
        Use keys without {control}
      </Label>
      {groups.map((group) => (
        <section key={group.title} aria-label={group.title}>
          <h3 className="mb-1 text-sm font-semibold text-muted-foreground">{group.title}</h3>
          <dl className="divide-y">
            {group.keys.map(({ keys, does }) => (
              <div key={does} className="flex items-baseline justify-between gap-4 py-2">
                <dt>{does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </OpenDialog>
  );
}

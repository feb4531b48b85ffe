import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { CalloutProps } from "@/components/ui/callout";
import type { Tone } from "@/components/ui/tone";

const icons = {
  neutral: { Icon: Info, word: "Note", color: "text-muted-foreground" },
  accent: { Icon: Info, word: "Note", color: "text-accent-text" },
  warning: { Icon: TriangleAlert, word: "Warning", color: "text-warning-text" },
  danger: { Icon: CircleAlert, word: "Error", color: "text-danger-text" },
  success: { Icon: CircleCheck, word: "Done", color: "text-success-text" },
} satisfies Record<Tone, unknown>;

/**
 * An entry of "Needs you", with a reason and an action. Has the props of `Callout`, so that it can replace a callout.
 */
export function NeedsRow({ tone = "warning", title, actions, children }: CalloutProps) {
  const { Icon, word, color } = icons[tone];
  return (
    <li className="flex gap-3 px-4 py-2.5 sm:px-6">
      <Icon role="img" aria-label={word} className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium wrap-anywhere">{title}</p>
          <div className="max-w-prose text-sm wrap-anywhere text-muted-foreground @4xl:max-w-4xl">
            {children}
          </div>
        </div>
        {actions ? <div className="flex min-w-0 flex-wrap gap-2">{actions}</div> : null}
      </div>
    </li>
  );
}

import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { softTone, type Tone } from "@/components/ui/tone";

export interface NoticeProps {
  tone: Tone;
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

/** A notice below the top bar. It stays visible while the page is scrolled, and does not move other content. */
export function Notice({ tone, icon, action, children }: NoticeProps) {
  return (
    <div className="pointer-events-none fixed inset-x-4 top-16 z-40 flex justify-center print:hidden">
      <div
        role="status"
        className={cn(
          "shadow-md pointer-events-auto flex max-w-xl items-center gap-3 rounded-lg border px-4 py-2 text-sm",
          "[&>svg]:size-4 [&>svg]:shrink-0",
          softTone[tone],
        )}
      >
        {icon}
        <p className="text-foreground">{children}</p>
        {action}
      </div>
    </div>
  );
}

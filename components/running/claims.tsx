"use client";

import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const marks = {
  good: <CircleCheck role="img" aria-label="Proven" className="mt-0.5 size-4 shrink-0 text-success-text" />,
  warning: (
    <TriangleAlert role="img" aria-label="Warning" className="mt-0.5 size-4 shrink-0 text-warning-text" />
  ),
  bad: <CircleX role="img" aria-label="Problem" className="mt-0.5 size-4 shrink-0 text-danger-text" />,
  none: (
    <CircleDashed
      role="img"
      aria-label="Not verified"
      className="mt-0.5 size-4 shrink-0 text-muted-foreground"
    />
  ),
};

export interface ClaimProps {
  mark: keyof typeof marks;
  subject: string;
  evidence?: ReactNode;
  detail?: ReactNode;
  children: ReactNode;
}

export function Claim({ mark, subject, evidence, detail, children }: ClaimProps) {
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 sm:px-6">
      {marks[mark]}
      <div className="grid min-w-0 flex-1 gap-x-4 sm:grid-cols-[6rem_minmax(0,1fr)_auto]">
        <span className="text-muted-foreground">{subject}</span>
        <div className="min-w-0 wrap-anywhere">{children}</div>
        <span className="text-sm text-muted-foreground">{evidence}</span>
        {detail ? (
          <div className="text-sm text-muted-foreground sm:col-span-2 sm:col-start-2">{detail}</div>
        ) : null}
      </div>
    </li>
  );
}

"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useMemo, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { type Guard, type Left, type ShownToken, TokenGuard } from "./shown-token";

const LeaveTokenDialog = lazyComponent(() =>
  import("./leave-token-dialog").then((part) => part.LeaveTokenDialog),
);
const prepare = () => void LeaveTokenDialog.prepare().catch(() => undefined);

/**
 * Wraps all pages, and stays mounted during navigation. If an operator leaves a page with an unsaved token,
 * shows the token again and asks whether to leave.
 */
export function UnsavedTokenGuard({ children }: { children: ReactNode }) {
  const [leftToken, setLeftToken] = useState<Left | null>(null);
  const [returned, setReturned] = useState<ShownToken | null>(null);
  const router = useRouter();
  const guard = useMemo(
    (): Guard => ({
      returned,
      forgetReturned: () => setReturned(null),
      onGone(next) {
        setReturned(null);
        if (next) setLeftToken(next);
      },
      prepare,
    }),
    [returned],
  );
  function stay({ shown, page }: Left) {
    setLeftToken(null);
    setReturned(shown);
    router.push(page);
  }
  return (
    <TokenGuard value={guard}>
      {children}
      {leftToken ? (
        <LeaveTokenDialog
          key={leftToken.shown.token}
          shown={leftToken.shown}
          onStay={() => stay(leftToken)}
          onClose={() => setLeftToken(null)}
        />
      ) : null}
    </TokenGuard>
  );
}

"use client";

import { createContext, type ReactNode, use } from "react";
import { usePathname } from "next/navigation";
import { Callout } from "@/components/ui/callout";
import { actionRefusal, type Standing } from "@/lib/shared/role";
import { isWithin } from "./navigation";

const StandingContext = createContext<Standing>({ role: "owner" });

export function StandingProvider({ standing, children }: { standing: Standing; children: ReactNode }) {
  return <StandingContext value={standing}>{children}</StandingContext>;
}

export const useStanding = (): Standing => use(StandingContext);

export const useActionRefusal = (): string | null => actionRefusal(useStanding());

/** Pages on which everything but reading is for editors without a limit. */
const actionPages = ["/applications", "/guilds", "/users", "/registration-tokens", "/running", "/backups"];

/** Explains on these pages why an operator can only read them. */
export function ActionNotice() {
  const refusal = useActionRefusal();
  const pathname = usePathname();
  const isShown = refusal !== null && actionPages.some((href) => isWithin({ href }, pathname));
  return isShown && pathname !== "/applications/new" ? (
    <Callout className="mb-6" title="You can only view this page">
      {refusal}
    </Callout>
  ) : null;
}

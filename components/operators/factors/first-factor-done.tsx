"use client";

import { useQuery } from "@tanstack/react-query";
import { signOut } from "next-auth/react";
import { Button } from "@/components/ui/button";
import type { Factors } from "@/lib/shared/contract/factors";
import { factorsQuery } from "../queries/factors";

/** Buttons that continue once the operator has a second factor, or sign out. */
export function FirstFactorDone({ initial, next }: { initial: Factors; next: string }) {
  const { passkeys, appSince } = useQuery({ ...factorsQuery(), initialData: initial }).data;
  const isDone = passkeys.length > 0 || appSince !== null;
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" disabled={!isDone} onClick={() => window.location.assign(next)}>
        Continue
      </Button>
      <Button onClick={() => void signOut({ callbackUrl: "/login" })}>Sign out</Button>
    </div>
  );
}

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { RequestError } from "@/components/shell/queries/call";
import type { Capability, InstanceView } from "@/lib/shared/contract/instance";
import { instanceData } from "../queries/instance";

interface InstanceContext extends InstanceView {
  /** Whether requests have an account. Otherwise an account has to be connected first. */
  isReady: boolean;
  /** Whether the instance rejected the account's token, and no account has been connected since. */
  wasRefused: boolean;
  /** Applies the panel's answer to connecting or disconnecting an account. */
  update: (view: InstanceView) => void;
  /** Why the instance does not offer a feature; null if it does. */
  lacks: (capability: Capability) => string | null;
}

const Context = createContext<InstanceContext | null>(null);

const isRefusal = (error: unknown) => error instanceof RequestError && error.code === "account-required";

/** The instance's data for the pages. The token of a connected account stays on the server, with the session. */
export function InstanceProvider({ initial, children }: { initial: InstanceView; children: ReactNode }) {
  const client = useQueryClient();
  const [view, setView] = useState(initial);
  // After a change of the connection, the server sends the view again.
  const [sent, setSent] = useState(initial);
  if (sent !== initial) {
    setSent(initial);
    setView(initial);
  }
  const [wasRefused, setRefused] = useState(false);
  const lastAccount = useRef(initial.account?.id ?? null);

  // Without this, and without a reload, the next operator to sign in would see data of the previous operator.
  useEffect(() => () => client.removeQueries(instanceData), [client]);

  useEffect(() => {
    const note = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
      if (type !== "updated" || action?.type !== "error" || !isRefusal(action.error)) return;
      setRefused(true);
      setView((known) => ({ ...known, account: null }));
    };
    const stops = [client.getQueryCache().subscribe(note), client.getMutationCache().subscribe(note)];
    return () => stops.forEach((stop) => stop());
  }, [client]);

  const value = useMemo(
    (): InstanceContext => ({
      ...view,
      isReady: view.account !== null || view.mode === "standalone",
      wasRefused,
      lacks: (capability) => {
        const offered = view.capabilities[capability];
        return offered === true ? null : offered;
      },
      update(next) {
        const id = next.account?.id ?? null;
        // The page stays unchanged while the same account is reconnected, because somebody may be typing.
        if (next.account !== null && (id === null || id !== lastAccount.current))
          client.removeQueries(instanceData);
        if (next.account !== null) lastAccount.current = id;
        setView(next);
        setRefused(false);
        if (next.account !== null) void client.invalidateQueries(instanceData);
      },
    }),
    [client, view, wasRefused],
  );
  return <Context value={value}>{children}</Context>;
}

export function useInstance(): InstanceContext {
  const value = useContext(Context);
  if (!value) throw new Error("useInstance needs an InstanceProvider around it");
  return value;
}

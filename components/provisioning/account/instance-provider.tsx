"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { RequestError } from "@/components/shell/queries/call";
import type { Capability, InstanceView } from "@/lib/shared/contract/instance";
import { instanceData } from "../queries/instance";

interface InstanceContext extends InstanceView {
  isReady: boolean;
  wasRefused: boolean;
  update: (view: InstanceView) => void;
  lacks: (capability: Capability) => string | null;
}

const Context = createContext<InstanceContext | null>(null);

const isRefusal = (error: unknown) => error instanceof RequestError && error.code === "account-required";

/**
 * Provides the instance's state to all pages. The state does not contain the token of a connected account.
 * The token stays in the session on the server.
 */
export function InstanceProvider({ initial, children }: { initial: InstanceView; children: ReactNode }) {
  const client = useQueryClient();
  const [view, setView] = useState(initial);
  // When the connection changes, the server renders the layout again with a new `initial`.
  const [sent, setSent] = useState(initial);
  if (sent !== initial) {
    setSent(initial);
    setView(initial);
  }
  const [wasRefused, setRefused] = useState(false);
  const lastAccount = useRef(initial.account?.id ?? null);

  // Signing out does not reload the page, so the next operator would otherwise see the previous operator's data.
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
        // Without the data, the page could discard what the operator is typing.
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

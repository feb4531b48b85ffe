"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import type { InstanceAccount } from "../queries/connect-account";
import {
  type InstanceAccess,
  localAccess,
  type RemoteInstance,
  remoteAccess,
} from "../queries/instance-access";

interface Connection {
  /** Incremented per connection, so that data of one connection is never used for another. */
  number: number;
  account: InstanceAccount;
  token: string;
}

interface State {
  /** How many connections there have been. */
  count: number;
  connection: Connection | null;
  wasRefused: boolean;
}

interface Connected {
  number: number;
  account: InstanceAccount;
}

interface InstanceContext {
  /** The upstream instance; null when the panel has its own directory. */
  remote: RemoteInstance | null;
  /** How to call the instance API; null while no account of the upstream instance is connected. */
  access: InstanceAccess | null;
  connected: Connected | null;
  /** The instance rejected the token, and no account has been connected since. */
  wasRefused: boolean;
  connect: (account: InstanceAccount, token: string) => void;
  disconnect: () => void;
}

const Context = createContext<InstanceContext | null>(null);

/**
 * Holds the connected account of an upstream instance for the pages of the panel. Its token exists only in this
 * component's state: reloading, signing out or closing the tab discards it.
 */
export function InstanceProvider({
  remote,
  children,
}: {
  remote: RemoteInstance | null;
  children: ReactNode;
}) {
  const client = useQueryClient();
  const [local] = useState(localAccess);
  const [{ connection, wasRefused }, setState] = useState<State>({
    count: 0,
    connection: null,
    wasRefused: false,
  });

  // Without a reload, the next operator to sign in would start counting connections from one again.
  useEffect(() => () => client.removeQueries({ queryKey: ["instance"] }), [client]);

  /** @param number the connection that ended; a late answer must not end the next one */
  const end = useCallback(
    (number: number, wasRefused: boolean) => {
      setState((state) =>
        state.connection?.number === number ? { ...state, connection: null, wasRefused } : state,
      );
      client.removeQueries({ queryKey: ["instance", number] });
    },
    [client],
  );

  const access = useMemo(() => {
    if (remote === null) return local;
    return connection && remoteAccess(remote, connection.token, () => end(connection.number, true));
  }, [remote, local, connection, end]);

  const value = useMemo(
    (): InstanceContext => ({
      remote,
      access,
      connected: connection && { number: connection.number, account: connection.account },
      wasRefused,
      connect: (account, token) =>
        setState(({ count }) => ({
          count: count + 1,
          connection: { number: count + 1, account, token },
          wasRefused: false,
        })),
      disconnect: () => connection && end(connection.number, false),
    }),
    [remote, access, connection, wasRefused, end],
  );
  return <Context value={value}>{children}</Context>;
}

export function useInstance(): InstanceContext {
  const value = useContext(Context);
  if (!value) throw new Error("useInstance needs an InstanceProvider around it");
  return value;
}

/** How to call the instance API, for components that are shown only while that is possible. */
export function useInstanceAccess(): () => InstanceAccess {
  const { access } = useInstance();
  return () => {
    if (!access) throw new Error("No account of your instance is connected");
    return access;
  };
}

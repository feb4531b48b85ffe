"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from "react";
import type { InstanceAccount } from "@/lib/queries/connect-account";
import {
  type InstanceAccess,
  localAccess,
  type RemoteInstance,
  remoteAccess,
} from "@/lib/queries/instance-access";

interface Connection {
  /** Counts up, so that nothing of one connection is taken for another's. */
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
  /** The existing instance; null when the directory is our own. */
  remote: RemoteInstance | null;
  /** How to ask the instance API; null while no account of the existing instance is connected. */
  access: InstanceAccess | null;
  connected: Connected | null;
  /** The instance stopped taking the token, and nothing has been connected since. */
  wasRefused: boolean;
  connect: (account: InstanceAccount, token: string) => void;
  disconnect: () => void;
}

const Context = createContext<InstanceContext | null>(null);

/**
 * Holds the connected account of an existing instance for the pages of the panel. Its token is in this component's state
 * and nowhere else: a reload, signing out and closing the tab forget it.
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

  // Whoever signs in next, without a reload, counts connections from one again.
  useEffect(() => () => client.removeQueries({ queryKey: ["instance"] }), [client]);

  /** @param number the connection that ended; an answer that comes late says nothing of the next one */
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

/** How to ask the instance API, in what is shown only while that is possible. */
export function useInstanceAccess(): () => InstanceAccess {
  const { access } = useInstance();
  return () => {
    if (!access) throw new Error("No account of the instance is connected");
    return access;
  };
}

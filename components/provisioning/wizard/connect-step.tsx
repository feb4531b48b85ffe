"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useInstance } from "../account/instance-provider";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { checkToken } from "../queries/connect-account";
import type { RemoteInstance } from "../queries/instance-access";
import { TokenRefused } from "../queries/instance-error";
import { instanceSignInQuery } from "../queries/instance-state";
import { FurtherProof, signInAtInstance } from "../queries/sign-in-at-instance";
import { type Credentials, PasswordFields, TokenField } from "./connect-fields";
import { failureOf } from "./failure";
import { StepFrame } from "./step-frame";

type Way = "token" | "password";

const title = "The account was not connected";
const empty: Credentials = { login: "", password: "" };

/**
 * Connects an account of the upstream instance. What is typed stays in this component's state, not in a form library,
 * the query cache or a named control, so that it cannot end up in a URL or outlive the step.
 */
export function ConnectStep({
  remote,
  why = "The application will belong to the account that you connect.",
}: {
  remote: RemoteInstance;
  /** What the account is for. */
  why?: string;
}) {
  const { connect, wasRefused } = useInstance();
  const signIn = useQuery(instanceSignInQuery());
  const [way, setWay] = useState<Way>("token");
  const [token, setToken] = useState("");
  const [credentials, setCredentials] = useState(empty);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const isComplete = way === "token" ? token.trim() !== "" : Object.values(credentials).every(Boolean);

  async function submit() {
    setBusy(true);
    setError(null);
    try {
      const typed = way === "token" ? token : await signInAtInstance(remote, credentials);
      const checked = await checkToken(remote, typed);
      connect(checked.account, checked.token);
    } catch (reason) {
      setError(reason);
      setCredentials(({ login }) => ({ login, password: "" }));
      if (reason instanceof FurtherProof) setWay("token");
      setBusy(false);
    }
  }

  return (
    <StepFrame
      title="Connect an account of your instance"
      text={
        <>
          This panel works with your instance at <span className="wrap-anywhere">{remote.url}</span>. {why}
        </>
      }
      action="Connect account"
      busy={isBusy}
      disabled={!isComplete}
      onSubmit={() => void submit()}
      failure={error instanceof TokenRefused ? { title, message: error.message } : failureOf(error, title)}
    >
      {wasRefused && !error ? (
        <Callout tone="warning" role="alert" title="The instance no longer accepts the token">
          It has expired or was revoked. Connect again to continue: everything so far is kept.
        </Callout>
      ) : null}
      {signIn.isPending ? (
        <div role="status" aria-label="Asking the instance how to connect" className="flex flex-col gap-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-16" />
        </div>
      ) : signIn.data?.offered ? (
        <Tabs value={way} onValueChange={(value) => setWay(value === "password" ? "password" : "token")}>
          <TabsList aria-label="How to connect">
            <TabsTrigger value="token">Token</TabsTrigger>
            <TabsTrigger value="password">Sign in</TabsTrigger>
          </TabsList>
          <TabsContent value="token">
            <TokenField value={token} onChange={setToken} />
          </TabsContent>
          <TabsContent value="password" className="flex flex-col gap-4">
            <PasswordFields value={credentials} onChange={setCredentials} />
          </TabsContent>
        </Tabs>
      ) : (
        <TokenField value={token} onChange={setToken} />
      )}
      <p className="max-w-prose text-sm text-muted-foreground">
        The token stays in this browser tab&apos;s memory: it is not stored in the browser or by the panel.
        Reloading or closing the tab forgets it, and you connect again.
      </p>
    </StepFrame>
  );
}

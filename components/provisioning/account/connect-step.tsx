"use client";

import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { TypedField } from "@/components/shell/form/form-parts";
import { RequestError } from "@/components/shell/queries/call";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/loading";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { connectAccount, signInOfferQuery } from "../queries/instance";
import { StepFrame } from "../wizard/step-frame";
import { failureOf } from "./failure";
import { useInstance } from "./instance-provider";

type Way = "token" | "password";

const MISSING: Record<Way, string> = { token: "a user token", password: "your sign-in" };

/**
 * Connects an account of the running instance. Secrets are stored only in this component's state and
 * discarded after the step. They never reach a URL, a form library or the query cache.
 */
export function ConnectStep({ why }: { why: string }) {
  const { url, update, wasRefused } = useInstance();
  const signIn = useQuery(signInOfferQuery());
  const [way, setWay] = useState<Way>("token");
  const [token, setToken] = useState("");
  const [credentials, setCredentials] = useState<Credentials>({ login: "", password: "", code: null });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { login, password, code } = credentials;
  const isComplete =
    way === "token" ? token.trim() !== "" : login !== "" && password !== "" && (code === null || code !== "");

  async function submit() {
    setBusy(true);
    setError(null);
    try {
      update(await connectAccount(way === "token" ? { token } : { login, password, ...(code && { code }) }));
    } catch (reason) {
      const asksForCode = reason instanceof RequestError && reason.code === "code-required";
      // If the instance asks for a code for the first time, the form shows a field for the code instead of an error.
      setError(asksForCode && code === null ? null : reason);
      setCredentials({ login, password: asksForCode ? password : "", code: asksForCode ? "" : code });
      setBusy(false);
    }
  }

  return (
    <StepFrame
      title="Connect an account of your instance"
      text={
        <>
          This panel works with your instance at <span className="wrap-anywhere">{url}</span>. {why}
        </>
      }
      action="Connect account"
      busy={isBusy}
      missing={isComplete ? undefined : `Enter ${MISSING[way]} first.`}
      onSubmit={() => void submit()}
      failure={failureOf(error, "The account was not connected")}
    >
      {wasRefused && !error ? (
        <Callout tone="warning" role="alert" title="The instance no longer accepts the token">
          The token expired or was revoked. Connect again to continue; your progress is saved.
        </Callout>
      ) : null}
      {signIn.isPending ? (
        <div role="status" aria-label="Checking how to connect" className="flex flex-col gap-4">
          <Skeleton className="h-9" />
          <Skeleton className="h-16" />
        </div>
      ) : (signIn.data?.offersSignIn ?? true) ? (
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
        The panel stores the token encrypted with your session. No page can read it, and signing out deletes
        it. Passwords and codes are sent to the instance and not stored.
      </p>
    </StepFrame>
  );
}

interface Credentials {
  login: string;
  password: string;
  /** Null if the instance has not asked for a two-factor code. */
  code: string | null;
}

function TokenField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="flex flex-col gap-3">
      <TypedField
        label="User token"
        help="The token that identifies your account on your instance. A bot's token does not work here."
        type="password"
        className="max-w-xl font-mono"
        value={value}
        onChange={onChange}
      />
      <details className="max-w-prose text-sm">
        <summary className="cursor-pointer text-accent-text">Where do I find my token?</summary>
        <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted-foreground">
          <li>Sign in to a web client of your instance, in a browser on a computer.</li>
          <li>
            Press F12 to open the developer tools, choose the tab <b>Network</b>, and reload the page.
          </li>
          <li>
            Click a request whose address contains <code>/api/</code> and look under <b>Request headers</b>.
          </li>
          <li>
            Copy the value of <code>Authorization</code>. Anybody with this token can act as you, so keep it
            secret.
          </li>
        </ol>
      </details>
    </div>
  );
}

function PasswordFields({ value, onChange }: { value: Credentials; onChange: (value: Credentials) => void }) {
  return (
    <>
      <TypedField
        label="Email address or phone number"
        className="max-w-md"
        value={value.login}
        onChange={(login) => onChange({ ...value, login })}
      />
      <TypedField
        label="Password"
        help="The panel sends it to the instance once and does not store it. The instance returns a user token."
        type="password"
        className="max-w-md"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
      />
      {value.code === null ? null : (
        <TypedField
          label="Two-factor code"
          help="The six-digit code from this account's authenticator."
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-40 font-mono"
          value={value.code}
          onChange={(code) => onChange({ ...value, code: code.trim() })}
        />
      )}
    </>
  );
}

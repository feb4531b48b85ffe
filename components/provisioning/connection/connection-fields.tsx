"use client";

import { useState } from "react";
import { useMutation } from "@tanstack/react-query";
import { TypedField } from "@/components/shell/form/form-parts";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/copy-button";
import { StateMark } from "@/components/ui/state-mark";
import type { ConnectionTrial, ConnectionView } from "@/lib/shared/contract/instance";
import { wordsOf } from "../account/failure";

interface ConnectionInput {
  address: string;
  operatorToken: string;
}

export type Trial = ReturnType<typeof useTrial>;

export function ConnectionFields({ trial, connection }: { trial: Trial; connection?: ConnectionView }) {
  const { value, onChange, onTry, isTrying, result, error } = trial;
  return (
    <div className="flex flex-col gap-5">
      <TypedField
        label="Domain or API address"
        help={
          connection?.isUrlFixed
            ? "Set by INSTANCE_API_URL in the panel's environment."
            : "For example, chat.example.org. The panel finds the API address of a domain."
        }
        error={error}
        inputMode="url"
        placeholder="chat.example.org"
        className="max-w-xl"
        readOnly={connection?.isUrlFixed}
        value={value.address}
        onChange={(address) => onChange({ ...value, address })}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          onTry();
        }}
      />
      <div className="flex flex-col gap-3">
        <TypedField
          label="Operator token (optional)"
          help={
            connection?.isTokenFixed
              ? "Set by INSTANCE_OPERATOR_TOKEN in the panel's environment."
              : connection?.hasOperatorToken
                ? "A token is stored. Enter another token to replace it."
                : "A token of an account with the OPERATOR right. The panel needs it to compare settings, show counts and manage users. Everything else works without it."
          }
          type="password"
          className="max-w-xl font-mono"
          readOnly={connection?.isTokenFixed}
          value={value.operatorToken}
          onChange={(operatorToken) => onChange({ ...value, operatorToken })}
        />
        <FirstOperator />
      </div>
      <Button className="self-start" busy={isTrying} disabled={value.address.trim() === ""} onClick={onTry}>
        Test connection
      </Button>
      {result ? <TrialResult result={result} /> : null}
    </div>
  );
}

const MAKE_OPERATOR = "update users set rights = (rights::bigint | 1) where username = 'YOUR-NAME';";

/**
 * Explains how to grant the OPERATOR right for the first time. The first operator can then grant the right to
 * other accounts.
 */
function FirstOperator() {
  return (
    <details className="max-w-prose text-sm">
      <summary className="cursor-pointer text-accent-text max-sm:py-2.5">
        How do I make an account an operator?
      </summary>
      <div className="mt-2 flex flex-col gap-2 text-muted-foreground">
        <p>
          Grant the right in the instance&apos;s PostgreSQL database. OPERATOR is bit 0 of an account&apos;s
          rights, includes all other rights, and takes effect immediately.
        </p>
        <CodeBlock code={MAKE_OPERATOR} label="the database edit" />
        <p>Then sign in to a client with that account and copy its token.</p>
      </div>
    </details>
  );
}

const MARKS = {
  done: <StateMark state="good" word="Done" />,
  failed: <StateMark state="failed" word="Failed" />,
  skipped: <StateMark state="none" word="Skipped" />,
};

function TrialResult({ result: { steps, rights } }: { result: ConnectionTrial }) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <ol aria-label="Test steps" className="flex flex-col gap-2">
        {steps.map(({ title, state, text }) => (
          <li key={title} className="flex items-start gap-2">
            {MARKS[state]}
            <p className="min-w-0 wrap-anywhere">
              <span className="font-medium">{title}</span>{" "}
              <span className="text-muted-foreground">{text}</span>
            </p>
          </li>
        ))}
      </ol>
      {rights.length > 0 ? (
        <ul aria-label="Rights of the token" className="divide-y rounded-lg border">
          {rights.map(({ name, purpose, held }) => (
            <li key={name} className="flex items-start justify-between gap-4 px-4 py-2">
              <div className="min-w-0">
                <code className="text-xs wrap-anywhere">{name}</code>
                <p className="text-sm text-muted-foreground">{purpose}</p>
              </div>
              {held === null ? (
                <Badge>Not known yet</Badge>
              ) : held ? (
                <Badge tone="success">Held</Badge>
              ) : (
                <Badge tone="warning">Missing</Badge>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Changing the values discards the result. @param request tests the connection */
export function useTrial(
  initialAddress: string,
  request: (input: { address: string; operatorToken?: string }) => Promise<ConnectionTrial>,
) {
  const [value, setValue] = useState<ConnectionInput>({ address: initialAddress, operatorToken: "" });
  const attempt = useMutation({
    mutationFn: ({ address, operatorToken }: ConnectionInput) =>
      request({ address, ...(operatorToken.trim() !== "" && { operatorToken: operatorToken.trim() }) }),
    // The mutation's variables contain a token, so the mutation cache must not store them after the component unmounts.
    gcTime: 0,
  });
  return {
    value,
    onChange(next: ConnectionInput) {
      setValue(next);
      attempt.reset();
    },
    onTry: () => attempt.mutate(value),
    isTrying: attempt.isPending,
    result: attempt.data ?? null,
    error: wordsOf(attempt.error),
  };
}

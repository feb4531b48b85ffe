"use client";

import { useState } from "react";
import * as z from "zod/mini";
import { useTrial } from "@/components/provisioning/connection/connection-fields";
import {
  choiceOf,
  InstanceQuestion,
  type Mode,
} from "@/components/provisioning/connection/instance-question";
import { tryAtSetup } from "@/components/provisioning/queries/instance";
import { nameOf } from "@/components/shell/form/checks";
import { FormFailure, FormField, SubmitButton } from "@/components/shell/form/form-parts";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { request } from "@/components/shell/queries/call";
import { Callout } from "@/components/ui/callout";
import { Input } from "@/components/ui/input";
import type { ConnectionChoice } from "@/lib/shared/contract/instance";
import { newAccount, NewAccountFields, sameTwice, useSignInAsNew } from "../sign-in/new-account";

const withGuildSchema = newAccount({ guildName: nameOf(2, 100) }).check(sameTwice);
const withoutGuildSchema = newAccount({ guildName: z.string() }).check(sameTwice);

interface SetupFormProps {
  token: string;
  /**
   * Whether an environment variable sets the instance's address. If so, the form does not ask which instance to use.
   */
  isConnected: boolean;
  isFileOfOthers: boolean;
  /** API address in the configuration file, which the form suggests as the instance's address. */
  suggestion: string | null;
}

export function SetupForm({ token, isConnected, isFileOfOthers, suggestion }: SetupFormProps) {
  const signIn = useSignInAsNew();
  const [mode, setMode] = useState<Mode | null>(isFileOfOthers ? null : "standalone");
  const trial = useTrial(suggestion ?? "", (input) => tryAtSetup({ token, ...input }));
  const choice = isConnected ? null : choiceOf(mode, trial);
  const [isUndecided, setUndecided] = useState(false);
  const withGuild = !isConnected && mode !== "connected";
  const { form, errors, submit, isBusy, isDone } = useRequestForm({
    schema: withGuild ? withGuildSchema : withoutGuildSchema,
    initial: { username: "", password: "", repeated: "", guildName: "" },
    request: ({ username, password, guildName }) =>
      completeSetup({
        token,
        username,
        password,
        ...(withGuild && { guildName }),
        ...(choice && { connection: choice }),
      }),
    onDone: (_, account) => signIn(account),
  });

  return (
    <form
      onSubmit={(event) => {
        const isOpen = !isConnected && choice === null;
        setUndecided(isOpen);
        if (isOpen) event.preventDefault();
        else void submit(event);
      }}
      noValidate
      className="flex flex-col gap-5"
    >
      <FormFailure message={errors.root?.message} title="Nothing was created" />
      {isConnected ? null : (
        <InstanceQuestion mode={mode} onMode={setMode} isFileOfOthers={isFileOfOthers} trial={trial} />
      )}
      {isUndecided ? (
        <Callout tone="warning" role="alert" title="Choose the instance first">
          {mode === null
            ? "Choose whether this panel is the instance."
            : "Test the connection first. The panel uses the address that responds."}
        </Callout>
      ) : null}
      <NewAccountFields register={form.register} errors={errors} />
      {withGuild ? (
        <FormField
          label="First guild"
          help="You own this guild and can add bots to it. Use the name of your community, for example."
          error={errors.guildName?.message}
        >
          {(control) => <Input {...control} {...form.register("guildName")} autoComplete="off" />}
        </FormField>
      ) : null}
      <SubmitButton variant="primary" busy={isBusy || isDone}>
        Create operator
      </SubmitButton>
    </form>
  );
}

/**
 * @throws RequestError 403 if the setup link is no longer valid, 409 if setup is complete, 422 with
 * `problems`
 */
const completeSetup = async (input: {
  token: string;
  username: string;
  password: string;
  /** Set only in standalone mode. */
  guildName?: string;
  connection?: ConnectionChoice;
}): Promise<void> => {
  const headers = { "content-type": "application/json" };
  await request("/api/setup", { method: "POST", headers, body: JSON.stringify(input) });
};

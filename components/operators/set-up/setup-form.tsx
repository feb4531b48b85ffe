"use client";

import { useRouter } from "next/navigation";
import * as z from "zod/mini";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordInput } from "@/components/shell/form/password-input";
import { SubmitButton } from "@/components/shell/form/submit-button";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Callout } from "@/components/ui/callout";
import { Input } from "@/components/ui/input";
import { completeSetup } from "../queries/complete-setup";
import { tryAtSetup } from "@/components/provisioning/queries/connection";
import { useTrial } from "@/components/provisioning/connection/use-trial";
import { useState } from "react";
import type { ConnectionChoice } from "@/lib/shared/contract/connection";
import { InstanceQuestion, type Mode } from "@/components/provisioning/connection/instance-question";
import { signInWithPassword } from "../sign-in/sign-in";
import { UsernameField } from "../sign-in/username-field";

const length = (least: number, most: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(least, `Use at least ${least} characters.`),
      z.maxLength(most, `Use at most ${most} characters.`),
    );

const schemaFor = (guildName: z.ZodMiniType<string, string>) =>
  z
    .object({
      username: length(2, 32),
      password: z.string().check(z.minLength(8, "Use at least 8 characters.")),
      repeated: z.string(),
      guildName,
    })
    .check(
      z.refine((input) => input.password === input.repeated, {
        path: ["repeated"],
        message: "The passwords do not match. Type the same password twice.",
      }),
    );
function choiceOf(mode: Mode | null, { value, trial }: ReturnType<typeof useTrial>): ConnectionChoice {
  const url = trial?.url ?? null;
  if (mode !== "connected" || url === null) return { mode: "standalone" };
  const operatorToken = value.operatorToken.trim();
  return { mode: "connected", url, ...(operatorToken !== "" && { operatorToken }) };
}

const withGuildSchema = schemaFor(length(2, 100));
const withoutGuildSchema = schemaFor(z.string());

interface SetupFormProps {
  token: string;
  /** The environment says which instance the panel is connected to, so nobody is asked. */
  isConnected: boolean;
  /** The file seems to belong to another server. */
  isFileOfOthers: boolean;
  /** The address of that server's API, as the file has it. */
  suggestion: string | null;
}

/** Asks which instance it is, creates the first operator and its guild, then signs the operator in. */
export function SetupForm({ token, isConnected, isFileOfOthers, suggestion }: SetupFormProps) {
  const router = useRouter();
  const [mode, setMode] = useState<Mode | null>(isFileOfOthers ? null : "standalone");
  const trial = useTrial({ address: suggestion ?? "", operatorToken: "" }, (input) =>
    tryAtSetup({ token, ...input }),
  );
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
        ...(!isConnected && { connection: choiceOf(mode, trial) }),
      }),
    async onDone(_, { username, password }) {
      router.replace((await signInWithPassword(username, password)) ? "/login" : "/");
      router.refresh();
    },
  });

  return (
    <form
      onSubmit={(event) => {
        const isOpen = !isConnected && (mode === null || (mode === "connected" && trial.trial?.url == null));
        setUndecided(isOpen);
        if (isOpen) event.preventDefault();
        else void submit(event);
      }}
      noValidate
      className="flex flex-col gap-5"
    >
      {errors.root ? (
        <Callout tone="danger" role="alert" title="Nothing was created">
          {errors.root.message}
        </Callout>
      ) : null}
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
      <UsernameField {...form.register("username")} error={errors.username?.message} />
      <FormField label="Password" help="At least 8 characters." error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register("password")} autoComplete="new-password" />
        )}
      </FormField>
      <FormField label="Password again" error={errors.repeated?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register("repeated")} autoComplete="new-password" />
        )}
      </FormField>
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

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
        message: "The passwords do not match. Type the same one twice.",
      }),
    );
const withGuildSchema = schemaFor(length(2, 100));
const withoutGuildSchema = schemaFor(z.string());

/**
 * Creates the first operator and its guild, then signs the operator in.
 * @param withGuild false with an upstream instance, which has its own guilds
 */
export function SetupForm({ token, withGuild }: { token: string; withGuild: boolean }) {
  const router = useRouter();
  const { form, errors, submit, isBusy, isDone } = useRequestForm({
    schema: withGuild ? withGuildSchema : withoutGuildSchema,
    initial: { username: "", password: "", repeated: "", guildName: "" },
    request: ({ username, password, guildName }) =>
      completeSetup({ token, username, password, ...(withGuild && { guildName }) }),
    async onDone(_, { username, password }) {
      router.replace((await signInWithPassword(username, password)) ? "/login" : "/");
      router.refresh();
    },
  });

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {errors.root ? (
        <Callout tone="danger" role="alert" title="Nothing was created">
          {errors.root.message}
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
          help="You own it, and can add bots to it. For example, the name of your community."
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

"use client";

import { useRouter } from "next/navigation";
import * as z from "zod/mini";
import { FormField } from "@/components/form/form-field";
import { SubmitButton } from "@/components/form/submit-button";
import { useRequestForm } from "@/components/form/use-request-form";
import { Callout } from "@/components/ui/callout";
import { Input } from "@/components/ui/input";
import { completeSetup } from "@/lib/queries/complete-setup";
import { signInWithPassword } from "./sign-in";

const schema = z
  .object({
    username: z
      .string()
      .check(
        z.trim(),
        z.minLength(2, "Use at least 2 characters."),
        z.maxLength(32, "Use at most 32 characters."),
      ),
    password: z.string().check(z.minLength(8, "Use at least 8 characters.")),
    repeated: z.string(),
    guildName: z
      .string()
      .check(
        z.trim(),
        z.minLength(2, "Use at least 2 characters."),
        z.maxLength(100, "Use at most 100 characters."),
      ),
  })
  .check(
    z.refine((input) => input.password === input.repeated, {
      path: ["repeated"],
      message: "The two passwords differ.",
    }),
  );

/** The first operator and its guild; signs the operator in afterwards. */
export function SetupForm({ token }: { token: string }) {
  const router = useRouter();
  const { form, errors, submit, isBusy, isDone } = useRequestForm({
    schema,
    initial: { username: "", password: "", repeated: "", guildName: "" },
    request: ({ username, password, guildName }) => completeSetup({ token, username, password, guildName }),
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
      <FormField label="User name" error={errors.username?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register("username")}
            autoComplete="username"
            autoCapitalize="none"
            autoFocus
          />
        )}
      </FormField>
      <FormField label="Password" help="At least 8 characters." error={errors.password?.message}>
        {(control) => (
          <Input {...control} {...form.register("password")} type="password" autoComplete="new-password" />
        )}
      </FormField>
      <FormField label="Password again" error={errors.repeated?.message}>
        {(control) => (
          <Input {...control} {...form.register("repeated")} type="password" autoComplete="new-password" />
        )}
      </FormField>
      <FormField
        label="First guild"
        help="A guild that you own, so that there is one to add bots to."
        error={errors.guildName?.message}
      >
        {(control) => <Input {...control} {...form.register("guildName")} placeholder="Harbor" />}
      </FormField>
      <SubmitButton variant="primary" busy={isBusy || isDone}>
        Create operator
      </SubmitButton>
    </form>
  );
}

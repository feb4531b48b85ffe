"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { applyProblems } from "@/components/form/apply-problems";
import { FormField } from "@/components/form/form-field";
import { SubmitButton } from "@/components/form/submit-button";
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
const names = ["username", "password", "guildName"] as const;

/** The first operator and its guild; signs the operator in afterwards. */
export function SetupForm({ token }: { token: string }) {
  const router = useRouter();
  const setup = useMutation({ mutationFn: completeSetup });
  const form = useForm({
    resolver: zodResolver(schema),
    defaultValues: { username: "", password: "", repeated: "", guildName: "" },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;

  const submit = form.handleSubmit(async ({ username, password, guildName }) => {
    try {
      await setup.mutateAsync({ token, username, password, guildName });
    } catch (error) {
      const rest = applyProblems(error, names, form.setError);
      if (rest) form.setError("root", { message: rest });
      return;
    }
    router.replace((await signInWithPassword(username, password)) ? "/login" : "/");
    router.refresh();
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
      <SubmitButton variant="primary" busy={isSubmitting || isSubmitSuccessful}>
        Create operator
      </SubmitButton>
    </form>
  );
}

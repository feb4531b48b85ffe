"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useSyncExternalStore } from "react";
import * as z from "zod/mini";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordInput } from "@/components/shell/form/password-input";
import { SubmitButton } from "@/components/shell/form/submit-button";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Callout } from "@/components/ui/callout";
import { Moment } from "@/components/ui/moment";
import { Skeleton } from "@/components/ui/skeleton";
import { roleName } from "../list/role-select";
import { join, readInvitation } from "../queries/invitations";
import { signInWithPassword } from "../sign-in/sign-in";
import { UsernameField } from "../sign-in/username-field";

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
  })
  .check(
    z.refine((input) => input.password === input.repeated, {
      path: ["repeated"],
      message: "The passwords do not match. Type the same one twice.",
    }),
  );

const followHash = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

/** The link's token, which is after the #: the server never gets it with the page. Null before the page has loaded. */
const useLinkToken = (): string | null =>
  useSyncExternalStore(
    followHash,
    () => window.location.hash.slice(1),
    () => null,
  );

/** Says what the invitation in the address offers, and lets the person choose a name and a password. */
export function Join() {
  const token = useLinkToken();
  const invitation = useQuery({
    queryKey: ["join", token],
    queryFn: () => readInvitation(token ?? ""),
    enabled: token !== null,
    retry: false,
    // What was read stays on the page, also once the link is used up.
    staleTime: Infinity,
  });
  if (invitation.isPending || token === null) return <Skeleton className="h-64" />;
  if (invitation.isError)
    return (
      <Callout tone="warning" role="alert" title="This invitation is not valid">
        {invitation.error.message}
      </Callout>
    );
  const { role, invitedBy, endsAt } = invitation.data;
  return (
    <>
      <p className="text-muted-foreground">
        {invitedBy} invited you as {roleName(role).toLowerCase()}. The invitation ends <Moment at={endsAt} />.
      </p>
      <JoinForm token={token} />
    </>
  );
}

function JoinForm({ token }: { token: string }) {
  const router = useRouter();
  const { form, errors, submit, isBusy, isDone } = useRequestForm({
    schema,
    initial: { username: "", password: "", repeated: "" },
    request: ({ username, password }) => join({ token, username, password }),
    async onDone(_, { username, password }) {
      router.replace((await signInWithPassword(username, password)) ? "/login" : "/");
      router.refresh();
    },
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {errors.root ? (
        <Callout tone="danger" role="alert" title="You have not joined">
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
      <SubmitButton variant="primary" busy={isBusy || isDone}>
        Join
      </SubmitButton>
    </form>
  );
}

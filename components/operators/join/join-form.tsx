"use client";

import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { FormFailure, SubmitButton } from "@/components/shell/form/form-parts";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/loading";
import { Moment } from "@/components/ui/moment";
import { roleName } from "../list/role-select";
import { join, readInvitation } from "../queries/operators";
import { newAccount, NewAccountFields, sameTwice, useSignInAsNew } from "../sign-in/new-account";

const schema = newAccount({}).check(sameTwice);

const followHash = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

/** Returns the token in the URL's hash, which browsers do not send to the server. */
const useLinkToken = (): string | null =>
  useSyncExternalStore(
    followHash,
    () => window.location.hash.slice(1),
    () => null,
  );

export function Join() {
  const token = useLinkToken();
  const invitation = useQuery({
    queryKey: ["join", token],
    queryFn: () => readInvitation(token ?? ""),
    enabled: token !== null,
    retry: false,
    // Never refetched, because the link is invalid once it has been used.
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
        {invitedBy} invited you as {roleName(role).toLowerCase()}. The invitation expires{" "}
        <Moment at={endsAt} />.
      </p>
      <JoinForm token={token} />
    </>
  );
}

function JoinForm({ token }: { token: string }) {
  const signIn = useSignInAsNew();
  const { form, errors, submit, isBusy, isDone } = useRequestForm({
    schema,
    initial: { username: "", password: "", repeated: "" },
    request: ({ username, password }) => join({ token, username, password }),
    onDone: (_, account) => signIn(account),
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormFailure message={errors.root?.message} title="You have not joined" />
      <NewAccountFields register={form.register} errors={errors} />
      <SubmitButton variant="primary" busy={isBusy || isDone}>
        Join
      </SubmitButton>
    </form>
  );
}

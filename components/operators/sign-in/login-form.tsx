"use client";

import { inPanel } from "@/lib/shared/base-path";
import { zodResolver } from "@hookform/resolvers/zod";
import { signIn } from "next-auth/react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { newPassword } from "@/components/shell/form/checks";
import { codeCheck, codeInput } from "@/components/shell/form/dialog-fields";
import {
  FormFailure,
  FormField,
  PasskeyButton,
  PasswordInput,
  SubmitButton,
} from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { UsernameField } from "./new-account";
import {
  type Entered,
  SECOND_FACTOR,
  signInWithPasskey,
  signInWithPassword,
} from "@/components/shell/form/sign-in";

const schema = z.object({
  username: z.string().check(z.trim(), z.minLength(1, "Enter your username.")),
  password: z.string().check(z.minLength(1, "Enter your password.")),
  newPassword: z.optional(newPassword),
});

interface LoginFormProps {
  next: string;
  hasPasskeys: boolean;
  /** Whether this form is below the button that signs in with a provider. */
  isSecond: boolean;
}

export function LoginForm({ next, hasPasskeys, isSecond }: LoginFormProps) {
  const router = useRouter();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { username: "", password: "" } });
  const { errors, isSubmitting } = form.formState;
  const [isDone, setDone] = useState(false);
  const [isNewNeeded, setNewNeeded] = useState(false);
  const [entered, setEntered] = useState<Entered | null>(null);

  const submit = form.handleSubmit(async (input) => {
    const refusal = await signInWithPassword(input.username, input.password, input);
    if (refusal === SECOND_FACTOR) return setEntered(input);
    if (typeof refusal === "object") {
      setNewNeeded(true);
      if (refusal.refusal) form.setError("newPassword", { message: refusal.refusal });
      return;
    }
    if (refusal) {
      form.setError("root", { message: refusal });
      form.setFocus("password", { shouldSelect: true });
      return;
    }
    enter();
  });
  function enter(): void {
    setDone(true);
    // Browsers do not send a URL's hash to the server, but keep it across redirects. So if `next` has no
    // hash, the hash of the page that the operator wanted is in the current URL.
    router.replace(next.includes("#") ? next : `${next}${window.location.hash}`);
    router.refresh();
  }

  const passkey = hasPasskeys ? <PasskeyButton request={signInWithPasskey} onDone={enter} /> : null;
  if (entered)
    return (
      <>
        <SecondStep {...entered} onSignedIn={enter} onBack={() => setEntered(null)} />
        {passkey}
      </>
    );
  return (
    <form onSubmit={submit} noValidate className={cn("flex flex-col gap-5", isSecond && "border-t pt-5")}>
      <FormFailure message={errors.root?.message} />
      <UsernameField {...form.register("username")} error={errors.username?.message} />
      <FormField label="Password" error={errors.password?.message}>
        {(control) => (
          <PasswordInput {...control} {...form.register("password")} autoComplete="current-password" />
        )}
      </FormField>
      {isNewNeeded ? (
        <>
          <Callout tone="accent" role="status" title="Choose a new password">
            An owner of this panel requires a new password.
          </Callout>
          <FormField label="New password" help="At least 8 characters." error={errors.newPassword?.message}>
            {(control) => (
              <PasswordInput
                {...control}
                {...form.register("newPassword")}
                autoComplete="new-password"
                autoFocus
              />
            )}
          </FormField>
        </>
      ) : null}
      <SubmitButton variant={isSecond ? "secondary" : "primary"} busy={isSubmitting || isDone}>
        Sign in
      </SubmitButton>
      {passkey}
    </form>
  );
}

interface SecondStepProps extends Entered {
  onSignedIn: () => void;
  onBack: () => void;
}

function SecondStep({ username, password, newPassword, onSignedIn, onBack }: SecondStepProps) {
  const form = useForm({
    resolver: zodResolver(z.object({ code: codeCheck })),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const submit = form.handleSubmit(async ({ code }) => {
    const refusal = await signInWithPassword(username, password, { code, newPassword });
    if (refusal === undefined) return onSignedIn();
    const message = typeof refusal === "string" ? refusal : (refusal.refusal ?? "Choose a new password.");
    form.setError("root", { message });
    form.setFocus("code", { shouldSelect: true });
  });
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <FormFailure message={errors.root?.message} />
      <FormField
        label="Code"
        help="From your authenticator, or one of your recovery codes."
        error={errors.code?.message}
      >
        {(control) => <Input {...control} {...form.register("code")} {...codeInput} autoFocus />}
      </FormField>
      <SubmitButton variant="primary" busy={isSubmitting || isSubmitSuccessful}>
        Sign in
      </SubmitButton>
      <Button variant="quiet" onClick={onBack}>
        Back to password
      </Button>
    </form>
  );
}

interface ProviderButtonProps {
  next: string;
  name: string;
  refusal: string | null;
}

export function ProviderButton({ next, name, refusal }: ProviderButtonProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      <FormFailure message={refusal ?? undefined} />
      <Button
        variant="primary"
        busy={isBusy}
        onClick={() => {
          setBusy(true);
          void signIn("oidc", { callbackUrl: inPanel(next) }).catch(() => setBusy(false));
        }}
      >
        Sign in with {name}
      </Button>
    </>
  );
}

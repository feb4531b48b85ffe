import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import * as z from "zod/mini";
import { isRepeated, newPassword, username } from "@/components/shell/form/checks";
import { FormField, PasswordInput } from "@/components/shell/form/form-parts";
import { Input } from "@/components/ui/input";
import { signInWithPassword } from "@/components/shell/form/sign-in";

/**
 * Returns the schema of a form in which a person chooses a username and a password.
 * @param further schemas of the form's other fields
 */
export const newAccount = <Further extends z.core.$ZodShape>(further: Further) =>
  z.object({ username, password: newPassword, repeated: z.string(), ...further });

interface Account {
  username: string;
  password: string;
  repeated: string;
}

export const sameTwice = isRepeated("password");

interface NewAccountFieldsProps {
  register: UseFormRegister<Account>;
  errors: FieldErrors<Account>;
}

export function NewAccountFields({ register, errors }: NewAccountFieldsProps) {
  return (
    <>
      <UsernameField {...register("username")} error={errors.username?.message} />
      <FormField label="Password" help="At least 8 characters." error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...register("password")} autoComplete="new-password" />}
      </FormField>
      <FormField label="Confirm password" error={errors.repeated?.message}>
        {(control) => <PasswordInput {...control} {...register("repeated")} autoComplete="new-password" />}
      </FormField>
    </>
  );
}

/** The function then opens the overview, or the sign-in page if signing in fails. */
export function useSignInAsNew(): (account: Account) => Promise<void> {
  const router = useRouter();
  return async ({ username: name, password }) => {
    router.replace((await signInWithPassword(name, password)) ? "/login" : "/");
    router.refresh();
  };
}

/** The username field in forms for people who are not signed in. Receives the focus. */
export function UsernameField({ error, ...input }: ComponentProps<"input"> & { error?: string }) {
  return (
    <FormField label="Username" error={error}>
      {(control) => <Input {...control} {...input} autoComplete="username" autoCapitalize="none" autoFocus />}
    </FormField>
  );
}

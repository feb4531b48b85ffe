import { useRouter } from "next/navigation";
import type { FieldErrors, UseFormRegister } from "react-hook-form";
import * as z from "zod/mini";
import { isRepeated, newPassword, username } from "@/components/shell/form/checks";
import { FormField } from "@/components/shell/form/form-field";
import { PasswordInput } from "@/components/shell/form/password-input";
import { signInWithPassword } from "./sign-in";
import { UsernameField } from "./username-field";

/** The name and password that a person chooses, plus further fields of the form. */
export const newAccount = <Further extends z.core.$ZodShape>(further: Further) =>
  z.object({ username, password: newPassword, repeated: z.string(), ...further });

interface Account {
  username: string;
  password: string;
  repeated: string;
}

/** Refuses a form if its two passwords differ. */
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
      <FormField label="Password again" error={errors.repeated?.message}>
        {(control) => <PasswordInput {...control} {...register("repeated")} autoComplete="new-password" />}
      </FormField>
    </>
  );
}

/** Signs the new operator in and opens the overview; if that fails, the sign-in page. */
export function useSignInAsNew(): (account: Account) => Promise<void> {
  const router = useRouter();
  return async ({ username: name, password }) => {
    router.replace((await signInWithPassword(name, password)) ? "/login" : "/");
    router.refresh();
  };
}

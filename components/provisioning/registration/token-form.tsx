"use client";

import * as z from "zod/mini";
import { FormField } from "@/components/shell/form/form-field";
import { SubmitButton } from "@/components/shell/form/submit-button";
import { useRequestForm } from "@/components/shell/form/use-request-form";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import type { RegistrationToken } from "@/lib/shared/contract/instance";
import { createRegistrationTokens } from "../queries/instance";

/** The file's settings about registration. */
export interface RegistrationFacts {
  /** `security.defaultRegistrationTokenExpiration` in milliseconds. */
  lifetime: number;
  /** Why people need a token to register. Null if they need none. */
  needed: "closed" | "invite" | null;
}

const whole = (least: number, most: number) =>
  z
    .string()
    .check(
      z.refine(
        (typed) => /^\d{1,3}$/.test(typed.trim()) && Number(typed) >= least && Number(typed) <= most,
        `Enter a whole number from ${least} to ${most}.`,
      ),
    );
/** A token of 16 characters cannot be guessed. The instance stores at most 255 characters. */
const schema = z.object({ count: whole(1, 100), length: whole(16, 255) });

export function TokenForm({ onMade }: { onMade: (tokens: RegistrationToken[]) => void }) {
  const { form, errors, submit, isBusy } = useRequestForm({
    schema,
    initial: { count: "1", length: "32" },
    request: ({ count, length }) =>
      createRegistrationTokens({ count: Number(count), length: Number(length) }),
    onDone: onMade,
  });
  const failure = errors.root?.message;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Card className="max-w-3xl">
        <CardHeader>
          <CardTitle>New tokens</CardTitle>
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          {failure ? (
            <Callout tone="danger" role="alert" title="No tokens were created">
              {failure}
            </Callout>
          ) : null}
          <div className="flex flex-wrap gap-x-6 gap-y-4">
            <FormField label="How many" help="One token per person, 1 to 100." error={errors.count?.message}>
              {(control) => (
                <Input {...control} {...form.register("count")} inputMode="numeric" className="w-32" />
              )}
            </FormField>
            <FormField
              label="Characters"
              help="Length of each token, 16 to 255."
              error={errors.length?.message}
            >
              {(control) => (
                <Input {...control} {...form.register("length")} inputMode="numeric" className="w-32" />
              )}
            </FormField>
          </div>
        </CardContent>
        <CardFooter>
          <SubmitButton variant="primary" busy={isBusy}>
            Create tokens
          </SubmitButton>
        </CardFooter>
      </Card>
    </form>
  );
}

"use client";

import { signIn } from "next-auth/react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

interface ProviderButtonProps {
  /** Path of the panel's page that opens after signing in. */
  next: string;
  /** Display name of the provider. */
  name: string;
  /** Why the last sign-in at the provider failed. Null if it did not fail. */
  refusal: string | null;
}

/** A button that leads to the sign-in at the OpenID Connect provider. */
export function ProviderButton({ next, name, refusal }: ProviderButtonProps) {
  const [isBusy, setBusy] = useState(false);
  return (
    <>
      {refusal === null ? null : (
        <Callout tone="danger" role="alert">
          {refusal}
        </Callout>
      )}
      <Button
        variant="primary"
        busy={isBusy}
        onClick={() => {
          setBusy(true);
          void signIn("oidc", { callbackUrl: next }).catch(() => setBusy(false));
        }}
      >
        Sign in with {name}
      </Button>
    </>
  );
}

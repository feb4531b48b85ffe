"use client";

import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { signInWithPasskey } from "../sign-in/sign-in";

/** Signs in with a passkey alone. @param onSignedIn opens the next page; the button stays busy until then */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const signIn = useMutation({ mutationFn: signInWithPasskey, onSuccess: onSignedIn });
  return (
    <div className="flex flex-col gap-3">
      {signIn.error ? (
        <Callout tone="danger" role="alert">
          {signIn.error.message}
        </Callout>
      ) : null}
      <Button busy={signIn.isPending || signIn.isSuccess} onClick={() => signIn.mutate()}>
        <KeyRound aria-hidden="true" />
        Use a passkey
      </Button>
    </div>
  );
}

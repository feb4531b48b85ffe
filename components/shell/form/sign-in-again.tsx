"use client";

import { type ReactNode, useEffect, useState } from "react";
import { ExternalLink } from "lucide-react";
import { Callout } from "@/components/ui/callout";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogParts } from "@/components/ui/dialog";
import { inPanel } from "@/lib/shared/base-path";
import { isOperatorSignedIn, RequestError } from "../queries/call";
import { FormDialog } from "./form-dialog";
import { PasskeyButton } from "./form-parts";
import { settle, SIGNED_OUT } from "./identity";
import { toast } from "@/components/ui/toaster";
import { focusedCode, password } from "./identity-fields";
import { SECOND_FACTOR, signInWithPasskey, signInWithPassword } from "./sign-in";

function proceed(): void {
  toast.dismiss(SIGNED_OUT);
  settle(true);
}

interface SignInAgainProps {
  open: boolean;
  username: string;
  provider: string | null;
}

export function SignInAgain({ open, username, provider }: SignInAgainProps) {
  const other = useSignInElsewhere(open);
  const notice = other === null ? null : <Callout tone="warning">{other}</Callout>;
  return provider === null ? (
    <PasswordDialog open={open} username={username}>
      {notice}
    </PasswordDialog>
  ) : (
    <ProviderDialog open={open} username={username} provider={provider}>
      {notice}
    </ProviderDialog>
  );
}

/** How often the dialog checks for a sign-in in another tab (ms). */
const pollMs = 1_500;

/** Closes the dialog as soon as another tab of this browser has signed the page's operator in. */
function useSignInElsewhere(open: boolean): string | null {
  const [other, setOther] = useState<string | null>(null);
  useEffect(() => {
    if (!open) return;
    const check = () =>
      isOperatorSignedIn().then(proceed, (error: unknown) =>
        setOther(error instanceof RequestError && error.code === "other-operator" ? error.message : null),
      );
    const timer = setInterval(check, pollMs);
    return () => clearInterval(timer);
  }, [open]);
  return other;
}

type Entered = { password: string } | { password: string; code: string };

function PasswordDialog({
  open,
  username,
  children,
}: Omit<SignInAgainProps, "provider"> & { children: ReactNode }) {
  const [needsCode, setNeedsCode] = useState(false);
  const finish = (isSignedIn: boolean) => {
    setNeedsCode(false);
    if (isSignedIn) proceed();
    else settle(false);
  };
  async function enter(entered: Entered): Promise<void> {
    const factor = "code" in entered ? { code: entered.code } : {};
    const refusal = await signInWithPassword(username, entered.password, factor);
    if (refusal === undefined) return finish(true);
    if (refusal === SECOND_FACTOR) {
      setNeedsCode(true);
      // Without a message, because the field for the code appears.
      throw new RequestError("", 401);
    }
    throw new RequestError(
      typeof refusal === "string"
        ? refusal
        : "An owner of this panel requires a new password. Sign in in a new tab and choose one.",
      401,
    );
  }
  return (
    <FormDialog<Entered, void>
      open={open}
      onOpenChange={(isOpen) => isOpen || finish(false)}
      title={`Sign in again as ${username}`}
      description="Your session has ended. Everything that you typed on this page stays."
      action="Sign in and continue"
      fields={needsCode ? { password, code: focusedCode } : { password }}
      request={enter}
      below={
        "PublicKeyCredential" in window ? (
          <PasskeyButton variant="secondary" request={signInWithPasskey} onDone={() => finish(true)} />
        ) : null
      }
    >
      {children}
    </FormDialog>
  );
}

/** The provider's page needs a tab of its own, so that this page and its edits stay. */
function ProviderDialog({
  open,
  username,
  provider,
  children,
}: SignInAgainProps & { provider: string; children: ReactNode }) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || settle(false)}>
      <DialogContent>
        <DialogParts
          title={`Sign in again as ${username}`}
          description="Your session has ended. Everything that you typed on this page stays."
          footer={
            <>
              <Button onClick={() => settle(false)}>Cancel</Button>
              <Button
                variant="primary"
                onClick={() => window.open(inPanel("/login?next=/"), "_blank", "noopener")}
              >
                <ExternalLink aria-hidden="true" />
                Sign in with {provider} in a new tab
              </Button>
            </>
          }
        >
          {children}
          <p role="status" className="text-muted-foreground">
            This page continues as soon as you are signed in there.
          </p>
        </DialogParts>
      </DialogContent>
    </Dialog>
  );
}

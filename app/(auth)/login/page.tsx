import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LoginForm, ProviderButton } from "@/components/operators/sign-in/login-form";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { currentOperator } from "@/app/session";
import { core } from "@/lib/core";
import { ownPath } from "@/lib/shared/own-path";

export const metadata: Metadata = { title: "Sign in" };

/** Converts an error code in the URL to a message. */
function reasonOf(code: string | string[] | undefined, name: string): string | null {
  if (typeof code !== "string") return null;
  const reasons: Record<string, string> = {
    OAuthSignin: `The panel cannot reach ${name}. Try again in a moment.`,
    "oidc-no-role": `Your account at ${name} has no role in this panel. Ask the people who manage ${name}.`,
    "oidc-disabled": "Your account in this panel is disabled. Ask an owner of the panel.",
    "oidc-no-setup": "This panel is not set up yet. Open the setup link that it printed when it started.",
    unavailable: "The panel could not sign you in. Check that it is running, then try again.",
  };
  return reasons[code] ?? `The sign-in at ${name} could not be verified. Start again.`;
}

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const { next: target, error, password } = await searchParams;
  const next = ownPath(target);
  const { oidc, passwordSignIn } = core().env;
  const hasPasskeys = core().operators.whyNoPasskeys() === null;
  if (await currentOperator()) redirect(next);
  const setUp = (await core().operators.countOperators()) > 0;
  return (
    <Card>
      <CardContent inset="loose" className="flex flex-col gap-5">
        <h1 className="text-lg font-semibold">Sign in</h1>
        {setUp ? (
          <>
            {oidc ? (
              <ProviderButton next={next} name={oidc.name} refusal={reasonOf(error, oidc.name)} />
            ) : null}
            {passwordSignIn || password !== undefined ? (
              <LoginForm next={next} hasPasskeys={hasPasskeys} isSecond={oidc !== null} />
            ) : null}
          </>
        ) : (
          <Callout tone="accent" title="There is no operator yet">
            Open the setup link that the panel printed when it started. It creates the first operator and
            works once.
          </Callout>
        )}
      </CardContent>
    </Card>
  );
}

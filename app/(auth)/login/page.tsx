import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LoginForm } from "@/components/operators/sign-in/login-form";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { db } from "@/lib/server/db";
import { countOperators, currentOperator, ownPath, whyNoPasskeys } from "@/lib/server/operators";

export const metadata: Metadata = { title: "Sign in" };

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  const next = ownPath((await searchParams).next);
  if (await currentOperator()) redirect(next);
  const setUp = (await countOperators(db())) > 0;
  return (
    <Card>
      <CardContent inset="loose" className="flex flex-col gap-5">
        <h1 className="text-lg font-semibold">Sign in</h1>
        {setUp ? (
          <LoginForm next={next} hasPasskeys={whyNoPasskeys() === null} />
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

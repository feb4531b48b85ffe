import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { LoginForm } from "@/components/auth/login-form";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { db } from "@/lib/db";
import { countOperators, currentOperator } from "@/lib/operators";

export const metadata: Metadata = { title: "Sign in" };

/** Only a path of this panel: a link must not send an operator elsewhere. */
const ownPath = (value: unknown) => (typeof value === "string" && /^\/(?![/\\])/.test(value) ? value : "/");

export default async function LoginPage({ searchParams }: PageProps<"/login">) {
  if (await currentOperator()) redirect("/");
  const { next } = await searchParams;
  const setUp = (await countOperators(db())) > 0;
  return (
    <Card>
      <CardContent inset="loose" className="flex flex-col gap-5">
        <h1 className="text-lg font-semibold">Sign in</h1>
        {setUp ? (
          <LoginForm next={ownPath(next)} />
        ) : (
          <Callout tone="accent" title="There is no operator yet">
            Open the set-up link that the panel printed when it started. It creates the first operator and
            works once.
          </Callout>
        )}
      </CardContent>
    </Card>
  );
}

import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SetupForm } from "@/components/operators/set-up/setup-form";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Set up" };

export default async function SetupPage({ searchParams }: PageProps<"/setup">) {
  if ((await core().operators.countOperators()) > 0) notFound();
  const { token } = await searchParams;
  const judged = typeof token === "string" ? await core().operators.judgeSetupToken(token) : "wrong";
  return (
    <Card>
      <CardContent inset="loose" className="flex flex-col gap-5">
        <div className="flex flex-col gap-1">
          <h1 className="text-lg font-semibold">Set up the panel</h1>
          <p className="text-muted-foreground">
            Create the first operator. You can add more operators later.
          </p>
        </div>
        {judged === "valid" ? (
          <Form token={String(token)} />
        ) : judged === "ended" ? (
          <Callout tone="warning" title="This setup link has expired">
            Setup links work for one hour. Restart the panel to print a new one.
          </Callout>
        ) : (
          <Callout tone="warning" title="This setup link is not valid">
            Open the link that the panel printed at its last start. Restart the panel to get a new one.
          </Callout>
        )}
      </CardContent>
    </Card>
  );
}

async function Form({ token }: { token: string }) {
  const { isUrlFixed, isFileOfOthers, suggestion } = await core().panel.connection.view();
  return (
    <SetupForm
      token={token}
      isConnected={isUrlFixed}
      isFileOfOthers={isFileOfOthers}
      suggestion={suggestion}
    />
  );
}

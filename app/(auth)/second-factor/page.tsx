import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { CodesCard } from "@/components/operators/factors/codes-card";
import { FirstFactorDone } from "@/components/operators/factors/required-factor";
import { PasskeysCard } from "@/components/operators/factors/passkeys-card";
import { ConfirmIdentity } from "@/components/shell/form/confirm-identity";
import { currentSession } from "@/app/session";
import { core } from "@/lib/core";
import { ownPath } from "@/lib/shared/own-path";

export const metadata: Metadata = { title: "Second factor" };

/** The page where operators set up a required second factor. Until then, they cannot open any other page. */
export default async function SecondFactorPage({ searchParams }: PageProps<"/second-factor">) {
  const next = ownPath((await searchParams).next);
  const session = await currentSession();
  if (!session?.needsFactor) redirect(session ? next : "/login");
  const factors = await core().operators.ownFactors(session.operator.id);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h1 className="text-lg font-semibold">Set up a second factor</h1>
        <p className="text-muted-foreground">
          The owners of this panel require a second factor from every operator. Add a passkey or an
          authenticator, then continue.
        </p>
      </header>
      <PasskeysCard initial={factors} />
      <CodesCard initial={factors} />
      <FirstFactorDone initial={factors} next={next} />
      <ConfirmIdentity id={session.operator.id} username={session.operator.username} provider={null} />
    </div>
  );
}

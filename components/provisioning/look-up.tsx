import { ErrorState } from "@/components/ui/error-state";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/loading";
import { AccountGate } from "./account/account-gate";
import { wordsOf } from "./account/failure";

export function LookUp({ what, id, error }: { what: "guild" | "user"; id: string; error: Error | null }) {
  const words = wordsOf(error);
  return (
    <>
      <PageHeader
        title={what === "guild" ? "Guild" : "User"}
        description={<code className="text-xs">{id}</code>}
      />
      <AccountGate why={`The panel looks up ${what}s as this account.`} orOperator>
        {words === undefined ? (
          <div role="status" aria-label={`Loading the ${what}`} className="grid gap-4 xl:grid-cols-[2fr_1fr]">
            <Skeleton className="h-64" />
            <Skeleton className="h-40" />
          </div>
        ) : (
          <ErrorState
            title={`This ${what} could not be loaded`}
            unchanged="Nothing was changed."
            advice={words}
          />
        )}
      </AccountGate>
    </>
  );
}

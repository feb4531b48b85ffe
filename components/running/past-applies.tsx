import { countOf } from "@/components/settings/store/words";
import { Ago } from "@/components/ui/moment";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import type { PastApplies as Page, PastApply } from "@/lib/shared/contract/running";
import { InstanceTabs } from "./instance-tabs";
import { applyTones, applyTitles } from "./running-words";
import { timeWords } from "./check-words";

export function PastApplies({ page: { applies, next } }: { page: Page }) {
  return (
    <>
      <PageHeader
        title="Past applies"
        description="Every apply of the file: the operator, the time, the changes and the outcome."
      />
      <InstanceTabs />
      {applies.length === 0 ? (
        <EmptyState
          title="No applies yet"
          text="The first apply is listed here with its progress and its outcome."
          action={
            <Link href="/running" className={buttonVariants()}>
              See what is to apply
            </Link>
          }
        />
      ) : (
        <Card>
          <ul aria-label="Past applies" className="divide-y">
            {applies.map((apply) => (
              <Row key={apply.id} apply={apply} />
            ))}
          </ul>
        </Card>
      )}
      {next === null ? null : (
        <p className="mt-4">
          <Link href={`/running/applies?before=${next}`} className={buttonVariants()}>
            Earlier applies
          </Link>
        </p>
      )}
    </>
  );
}

function Row({ apply }: { apply: PastApply }) {
  const { id, state, actor, at, endedAt, isPlanned, version, changes, reason } = apply;
  const lasted = endedAt === null ? null : Date.parse(endedAt) - Date.parse(at);
  return (
    <li className="relative flex min-w-0 flex-col gap-1 px-4 py-3 hover:bg-muted sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link
          href={`/running/applies/${id}`}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-ring"
        >
          Apply {id}
          {version === null ? "" : `: version ${version}`}
        </Link>
        <Badge tone={applyTones[state] ?? "accent"}>{applyTitles[state]}</Badge>
      </div>
      <p className="text-sm text-muted-foreground">
        {actor} · <Ago at={at} />
        {lasted === null ? "" : ` · ${timeWords(lasted)}`} · {countOf(changes, "change")}
        {isPlanned ? " · planned" : ""}
      </p>
      {reason === null ? null : <p className="text-sm wrap-anywhere">{reason}</p>}
    </li>
  );
}

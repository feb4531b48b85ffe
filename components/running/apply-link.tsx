"use client";

import { useQuery } from "@tanstack/react-query";
import { runningQuery, waitingIn } from "@/components/settings/queries/running";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { isEnded } from "@/lib/shared/contract/values";
import { applyWords } from "./apply-words";

/** "Apply 3 changes": leads to the confirmation. Nothing while there is nothing to apply, or no way to. */
export function ApplyLink() {
  const { data } = useQuery(runningQuery());
  if (!data || data.reload === null || waitingIn(data).length === 0) return null;
  if (data.apply && !isEnded(data.apply.state)) return null;
  return (
    <Link href="/running?apply" className={buttonVariants({ variant: "primary" })}>
      {applyWords(data)}
    </Link>
  );
}

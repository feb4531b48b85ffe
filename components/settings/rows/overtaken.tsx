"use client";

import { useQuery } from "@tanstack/react-query";
import { Ago } from "@/components/ui/moment";
import { authorWords } from "@/lib/shared/author";
import { configQuery, lastChangeOf } from "../queries/config";

export function Overtaken({ path, change }: { path: string; change: string }) {
  const { data: last, isFetching } = useQuery({
    // Each further change is in the text.
    queryKey: [...configQuery().queryKey, "last-change", path, change],
    queryFn: async () => (await lastChangeOf(path)) ?? null,
    retry: false,
  });
  // Without an answer, the text must still appear.
  if (isFetching) return null;
  return (
    <p role="status" className="w-full font-medium text-warning-text">
      {last ? authorWords({ kind: last.authorKind, name: last.author }) : "Somebody else"} changed this{" "}
      {change}
      {last ? (
        <>
          {" "}
          <Ago at={last.at} />
        </>
      ) : null}
      . You can choose which value to keep when you save.
    </p>
  );
}

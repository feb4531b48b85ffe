"use client";

import { Link } from "@/components/ui/link";
import { useConfigDocument } from "../store/config-form";
import { countOf } from "../store/words";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";

/** URL of the page that shows unrecognized keys, at this key. */
export const hrefOfKey = (path: string): string => `/settings/other#${encodeURIComponent(path)}`;

/** Links to the unrecognized keys that match the query. Another page shows their values. */
export function UnrecognizedKeyLinks({ query }: { query: string }) {
  const { unknown } = useConfigDocument();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = unknown.filter((path) => words.every((word) => path.toLowerCase().includes(word)));
  return (
    <section aria-label="Unrecognized keys" className="flex flex-col gap-3">
      <p role="status" className="text-sm text-muted-foreground">
        {found.length === 0 ? "No unrecognized keys" : countOf(found.length, "unrecognized key")}
      </p>
      {found.length === 0 ? (
        <EmptyState title="No unrecognized keys found" text="All matching keys in the file are settings." />
      ) : (
        <Card className="overflow-clip">
          <ul className="divide-y">
            {found.map((path) => (
              <li key={path} className="px-4 py-3 hover:bg-muted sm:px-6">
                <Link href={hrefOfKey(path)} className="text-accent-text underline-offset-4 hover:underline">
                  <code className="break-all">{path}</code>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}

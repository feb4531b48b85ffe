"use client";

import { Link } from "@/components/ui/link";
import { useConfigDocument } from "../store/config-form";
import { countOf } from "../store/operations";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";

/** Keys of the file that are not settings, by name; their values are on a separate page. */
export function OtherKeyLinks({ query }: { query: string }) {
  const { unknown } = useConfigDocument();
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = unknown.filter((path) => words.every((word) => path.toLowerCase().includes(word)));
  return (
    <section aria-label="Other keys" className="flex flex-col gap-3">
      <p role="status" className="text-sm text-muted-foreground">
        {found.length === 0 ? "No other key" : countOf(found.length, "other key")}
      </p>
      {found.length === 0 ? (
        <EmptyState title="No other key fits" text="Every key of the file that fits is a setting." />
      ) : (
        <Card className="overflow-clip">
          <ul className="divide-y">
            {found.map((path) => (
              <li key={path} className="px-4 py-3 hover:bg-muted sm:px-6">
                <Link
                  href={`/settings/other#${encodeURIComponent(path)}`}
                  className="text-accent-text underline-offset-4 hover:underline"
                >
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

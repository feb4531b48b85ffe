import { useMutation } from "@tanstack/react-query";
import { call } from "@/components/shell/queries/call";
import { downloadFile } from "@/components/ui/download";
import { ExportMenu } from "@/components/ui/filter-bar";
import { toast } from "@/components/ui/toaster";
import { csvLine } from "@/lib/shared/csv";
import type { Revision, RevisionFilter } from "@/lib/shared/contract/history";

type Format = "csv" | "jsonl";

/** How many versions one request returns. */
const AT_ONCE = 100;

export function ExportVersions({ filter }: { filter: RevisionFilter }) {
  const { mutate, isPending } = useMutation({
    async mutationFn(format: Format) {
      const text = await versionsText(filter, format);
      downloadFile(
        new Blob([text], { type: format === "csv" ? "text/csv" : "application/jsonl" }),
        `versions.${format}`,
      );
    },
    onError: (error) => toast.error("The versions were not exported", { description: error.message }),
  });
  return (
    <ExportMenu
      isBusy={isPending}
      items={[
        { words: "CSV", build: () => mutate("csv") },
        { words: "JSON Lines", build: () => mutate("jsonl") },
      ]}
    />
  );
}

async function versionsText(filter: RevisionFilter, format: Format): Promise<string> {
  const parts = format === "csv" ? [csvLine(COLUMNS.map(([title]) => title))] : [];
  let before: number | undefined;
  for (;;) {
    const page = await call("GET /config/revisions", { query: { ...filter, before, limit: AT_ONCE } });
    for (const revision of page.revisions) parts.push(lineOf(revision, format));
    if (page.next === null) return parts.join("");
    before = page.next;
  }
}

export const lineOf = (revision: Revision, format: Format): string =>
  format === "csv" ? csvLine(COLUMNS.map(([, value]) => value(revision))) : `${JSON.stringify(revision)}\n`;

const COLUMNS: readonly [title: string, value: (revision: Revision) => string | null][] = [
  ["version", ({ id }) => String(id)],
  ["time", ({ at }) => at],
  ["person", ({ author }) => author],
  ["kind", ({ authorKind }) => authorKind],
  ["note", ({ note }) => note],
  ["changes", ({ changes, more = 0 }) => changesText(changes, more)],
];

function changesText(changes: Revision["changes"], more: number): string {
  const lines = (changes ?? []).map(({ path, secret, before, after }) =>
    secret ? `${path}: ${secret}` : `${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`,
  );
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { GitPullRequestArrow } from "lucide-react";
import { proposalsQuery } from "@/components/settings/queries/proposals";
import { countOf } from "@/components/settings/store/words";
import { AuthorName } from "@/components/shell/author-name";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Ago } from "@/components/ui/moment";
import { Table, TableBody, TableCell, TableRow } from "@/components/ui/table";
import type { ProposalHead } from "@/lib/shared/contract/proposals";

export const stateBadges: Record<
  ProposalHead["state"],
  { tone: "accent" | "success" | "neutral"; text: string }
> = {
  open: { tone: "accent", text: "Open" },
  saved: { tone: "success", text: "Saved" },
  rejected: { tone: "neutral", text: "Rejected" },
};

export function ProposalList({ initial }: { initial: ProposalHead[] }) {
  const { data } = useQuery({ ...proposalsQuery(), initialData: initial });
  if (data.length === 0)
    return (
      <EmptyState
        icon={<GitPullRequestArrow />}
        title="No proposals yet"
        text="To propose changes instead of saving them, open the review of your unsaved changes and choose Propose. Somebody else can then review and save them."
      />
    );
  return (
    <Table label="Proposals" head={["Proposal", "State", "By", "Changes", "Comments"]}>
      <TableBody>
        {data.map(({ id, title, state, author, authorKind, at, paths, comments }) => (
          <TableRow key={id}>
            <TableCell className="font-medium wrap-anywhere">
              <Link href={`/settings/history/proposals/${id}`} className="text-accent-text">
                {title}
              </Link>
            </TableCell>
            <TableCell name="State">
              <Badge tone={stateBadges[state].tone}>{stateBadges[state].text}</Badge>
            </TableCell>
            <TableCell name="By" className="text-sm">
              <AuthorName author={author} kind={authorKind} />, <Ago at={at} />
            </TableCell>
            <TableCell name="Changes" className="text-sm text-muted-foreground">
              {countOf(paths.length, "change")}
            </TableCell>
            <TableCell name="Comments" className="text-sm text-muted-foreground tabular-nums">
              {comments}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

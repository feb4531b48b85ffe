"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { configQuery } from "@/components/settings/queries/config";
import {
  commentOnProposal,
  proposalQuery,
  proposalsQuery,
  rejectProposal,
  saveProposal,
} from "@/components/settings/queries/proposals";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { countOf } from "@/components/settings/store/words";
import { AuthorName } from "@/components/shell/author-name";
import { NoteField } from "@/components/shell/form/form-parts";
import { useChange } from "@/components/shell/form/use-change";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent } from "@/components/ui/card";
import { Label, Textarea } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Ago, Moment } from "@/components/ui/moment";
import { PageHeader } from "@/components/ui/page-header";
import type { Proposal } from "@/lib/shared/contract/proposals";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { ConfirmRequest } from "../confirm-request";
import { bySection, ChangeList } from "../history/change-list";
import { stateBadges } from "./proposal-list";

export function ProposalView({ initial, mayDecide }: { initial: Proposal; mayDecide: boolean }) {
  const { data: proposal } = useQuery({ ...proposalQuery(initial.id), initialData: initial });
  const { id, title, note, author, authorKind, at, state, changes, conflicts, problems, decision } = proposal;
  const isOpen = state === "open";
  return (
    <>
      <PageHeader
        title={title}
        description={
          <>
            <Badge tone={stateBadges[state].tone}>{stateBadges[state].text}</Badge> Proposal {id} by{" "}
            <AuthorName author={author} kind={authorKind} />, <Moment at={at} />
            {note ? <span className="block wrap-anywhere">{note}</span> : null}
          </>
        }
        actions={isOpen && mayDecide ? <Decide proposal={proposal} /> : null}
      />
      <div className="flex flex-col gap-6">
        {decision === null ? null : <Decision decision={decision} />}
        {problems.length > 0 ? (
          <Callout tone="danger" title="These changes cannot be saved now">
            <Sentences items={problems} />
          </Callout>
        ) : null}
        {conflicts.length > 0 ? (
          <Callout tone="warning" title="Somebody has changed these settings since the proposal was made">
            <Sentences items={conflicts.map((path) => settingOfAny(path)?.label ?? path)} />
          </Callout>
        ) : null}
        <Card
          title={isOpen ? "Changes in the file" : "Proposed changes"}
          description={isOpen ? "The current values, and the values after a save." : "As they were proposed."}
        >
          <CardContent className="flex flex-col gap-4">
            {changes.length === 0 ? (
              <p className="text-muted-foreground">The file already has these values.</p>
            ) : null}
            {bySection(changes).map((group) => (
              <section key={group.title} aria-label={group.title}>
                <h3 className="text-sm font-semibold text-muted-foreground">{group.title}</h3>
                <ChangeList changes={group.changes} isAhead={isOpen} label={`Changes in ${group.title}`} />
              </section>
            ))}
          </CardContent>
        </Card>
        <Discussion proposal={proposal} mayComment={mayDecide} />
      </div>
    </>
  );
}

function Sentences({ items }: { items: readonly string[] }) {
  return (
    <ul className="list-inside list-disc">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Decision({
  decision: { by, at, version, reason },
}: {
  decision: NonNullable<Proposal["decision"]>;
}) {
  return (
    <Callout tone="neutral" title={version === null ? `Rejected by ${by}` : `Saved by ${by}`}>
      <Moment at={at} />
      {version === null ? null : (
        <>
          {" as "}
          <Link href={`/settings/history/${version}`} className="text-accent-text">
            version {version}
          </Link>
        </>
      )}
      {reason ? <span className="block wrap-anywhere">{reason}</span> : null}
    </Callout>
  );
}

function Decide({ proposal }: { proposal: Proposal }) {
  const { id, etag, changes, problems, refusal } = proposal;
  const { file } = useConfigDocument();
  const client = useQueryClient();
  const showSavedToast = useSavedToast();
  const [confirming, setConfirming] = useState<"save" | "reject" | null>(null);
  const [note, setNote] = useState("");
  const close = () => {
    setConfirming(null);
    setNote("");
  };
  const isRefused = refusal !== null || problems.length > 0 || file.readOnly !== null;
  return (
    <>
      <Button onClick={() => setConfirming("reject")}>Reject</Button>
      <Button
        variant="primary"
        disabled={isRefused}
        title={refusal ?? file.readOnly ?? undefined}
        onClick={() => setConfirming("save")}
      >
        Save these changes
      </Button>
      {refusal === null ? null : <p className="basis-full text-sm text-muted-foreground">{refusal}</p>}
      {confirming === "save" ? (
        <ConfirmRequest
          title={`Save ${countOf(changes.length, "change")}?`}
          description="The changes become a new version of the file in your name, with the proposal's title and author in its note."
          confirmLabel={`Save ${countOf(changes.length, "change")}`}
          tone="neutral"
          request={async () => ({ before: { etag, file }, after: await saveProposal(id, etag, note.trim()) })}
          failed="Nothing was saved"
          onDone={({ before, after }) => {
            client.setQueryData(configQuery().queryKey, after);
            showSavedToast({ words: `Saved proposal ${id}`, before, after });
          }}
          onClose={close}
        >
          <NoteField value={note} onChange={setNote} />
        </ConfirmRequest>
      ) : null}
      {confirming === "reject" ? (
        <ConfirmRequest
          title={`Reject proposal ${id}?`}
          description="The proposal is closed and changes nothing. Its author can propose the changes again."
          confirmLabel="Reject proposal"
          request={() => rejectProposal(id, note.trim())}
          failed="The proposal is still open"
          onDone={(after) => client.setQueryData(proposalQuery(id).queryKey, after)}
          onClose={close}
        >
          <NoteField value={note} onChange={setNote} />
        </ConfirmRequest>
      ) : null}
    </>
  );
}

function Discussion({
  proposal: { id, discussion },
  mayComment,
}: {
  proposal: Proposal;
  mayComment: boolean;
}) {
  const client = useQueryClient();
  const field = useId();
  const [text, setText] = useState("");
  const { mutate, isPending } = useChange({
    request: () => commentOnProposal(id, text.trim()),
    done: (after) => {
      client.setQueryData(proposalQuery(id).queryKey, after);
      setText("");
      return "Comment added";
    },
    failed: "The comment was not added",
    changes: proposalsQuery(),
  });
  return (
    <Card title="Comments">
      <CardContent className="flex flex-col gap-4">
        {discussion.length === 0 ? <p className="text-muted-foreground">No comments yet.</p> : null}
        <ul aria-label="Comments" className="flex flex-col gap-3 empty:hidden">
          {discussion.map((comment) => (
            <li key={comment.id}>
              <p className="text-sm text-muted-foreground">
                <AuthorName author={comment.author} kind={comment.authorKind} />, <Ago at={comment.at} />
              </p>
              <p className="wrap-anywhere whitespace-pre-wrap">{comment.text}</p>
            </li>
          ))}
        </ul>
        {mayComment ? (
          <form
            className="flex flex-col gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (text.trim() !== "") mutate();
            }}
          >
            <Label htmlFor={field}>Comment</Label>
            <Textarea
              id={field}
              rows={3}
              maxLength={2_000}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" className="self-start" busy={isPending} disabled={text.trim() === ""}>
              Add comment
            </Button>
          </form>
        ) : null}
      </CardContent>
    </Card>
  );
}

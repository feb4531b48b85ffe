"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FilePlus } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { configQuery, configSchemaQuery } from "@/components/settings/queries/config";
import { useConfigDocument, useEdition } from "@/components/settings/store/config-form";
import { useWholeRefusal } from "@/components/settings/store/use-setting";
import { Callout } from "@/components/ui/callout";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/loading";
import { toast } from "@/components/ui/toaster";
import type { RawText } from "@/lib/shared/contract/config";
import { ConfirmRequest } from "../confirm-request";
import { createConfigFile } from "../queries/config";
import type { EditorHandle } from "./code-editor";
import { ProblemPanel } from "./problem-panel";
import { consequencesOf } from "./consequences";
import { HiddenValues, RawNotices } from "./raw-notices";
import { ReviewTextDialog } from "./review-text-dialog";
import type { PlacedProblem } from "./text-lint";
import { useRawText } from "./use-raw-text";

const CodeEditor = lazyComponent(
  () => import("./code-editor").then((part) => part.default),
  <Skeleton className="h-full" />,
);

/** The file's text in an editor that fills the window. Operators also repair a broken file on this page. */
export function RawView({ initial, owner }: { initial: RawText; owner: string }) {
  const { file, spelling, problems: fileProblems } = useConfigDocument();
  const { registry } = useEdition();
  const { data: schema } = useQuery(configSchemaQuery());
  const editor = useRef<EditorHandle>(null);
  const raw = useRawText(initial, owner, editor);
  const [problems, setProblems] = useState<readonly PlacedProblem[]>([]);
  /** The problems that the review shows. Null while no review is open. */
  const [reviewed, setReviewed] = useState<readonly PlacedProblem[] | null>(null);
  const [conflicts, setConflicts] = useState(0);
  const spelled = useCallback((path: string) => spelling[path] ?? path, [spelling]);
  const refusal = useWholeRefusal();
  const readOnly = refusal !== null || file.state === "unreadable";
  const canSave = raw.isDirty && !readOnly && !raw.isBehind;
  const review = () => {
    raw.save.reset();
    setReviewed(editor.current?.check() ?? []);
  };

  if (file.state === "missing" && !raw.isDirty) return <CreateFile disabled={refusal !== null} />;
  return (
    <>
      {refusal === null || file.readOnly !== null ? null : (
        <Callout title="You cannot edit the text of the file" className="mb-4">
          {refusal} Change them on their pages.
        </Callout>
      )}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <Card className="h-[max(20rem,calc(100dvh-19rem))] overflow-clip">
          <CodeEditor
            ref={editor}
            initial={raw.text}
            label="Text of the configuration file"
            readOnly={readOnly}
            schema={schema}
            spelled={spelled}
            onChange={raw.setText}
            onProblems={setProblems}
            onSave={() => {
              if (canSave) review();
            }}
          />
        </Card>
        <div className="flex max-h-[max(20rem,calc(100dvh-19rem))] min-w-0 flex-col gap-4">
          {raw.isHiding ? <HiddenValues disabled={raw.isDirty} onShow={raw.show} /> : null}
          <ProblemPanel
            problems={problems}
            saved={file.state === "usable" ? fileProblems.length : 0}
            onGoTo={(offset) => editor.current?.goTo(offset)}
          />
        </div>
        {/* The notices overlay the bottom of the editor instead of shifting it. */}
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-3 bg-background px-1 py-3">
          <RawNotices
            isBehind={raw.isBehind}
            conflicts={conflicts}
            failure={reviewed ? null : raw.save.error}
            onTakeOver={() => setConflicts(raw.takeOver())}
            onDiscard={raw.discard}
            onEndComparison={() => {
              editor.current?.endComparison();
              setConflicts(0);
            }}
          />
          <RawBar
            isDirty={raw.isDirty}
            disabled={readOnly || raw.isBehind}
            onDiscard={() => {
              raw.discard();
              setConflicts(0);
            }}
            onReview={review}
          />
        </div>
        {reviewed ? (
          <ReviewTextDialog
            before={raw.base.text}
            after={raw.text}
            problems={reviewed}
            consequences={consequencesOf(raw.base.text, raw.text, registry, spelling)}
            isBusy={raw.save.isPending}
            onGoTo={(offset) => {
              setReviewed(null);
              requestAnimationFrame(() => editor.current?.goTo(offset));
            }}
            onSave={(note) =>
              raw.save.mutate(
                { etag: raw.base.etag, text: raw.text, note },
                { onSuccess: () => setConflicts(0), onSettled: () => setReviewed(null) },
              )
            }
            onClose={() => setReviewed(null)}
          />
        ) : null}
      </div>
    </>
  );
}

interface RawBarProps {
  isDirty: boolean;
  disabled: boolean;
  onDiscard: () => void;
  onReview: () => void;
}

function RawBar({ isDirty, disabled, onDiscard, onReview }: RawBarProps) {
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p role="status" className="text-sm text-muted-foreground">
        {isDirty ? "Unsaved" : "No changes"}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="ghost" disabled={!isDirty} onClick={() => setDiscarding(true)}>
          Discard
        </Button>
        <Button
          variant="primary"
          aria-keyshortcuts="Control+S Meta+S"
          disabled={!isDirty || disabled}
          onClick={onReview}
        >
          Review and save
        </Button>
      </div>
      <ConfirmDialog
        open={isDiscarding}
        onOpenChange={setDiscarding}
        title="Discard your text?"
        description="The editor returns to the text in the file. Your edits are lost."
        confirmLabel="Discard text"
        cancelLabel="Keep editing"
        onConfirm={onDiscard}
      />
    </div>
  );
}

function CreateFile({ disabled }: { disabled: boolean }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <EmptyState
        icon={<FilePlus />}
        title="There is no configuration file"
        text="If another program is replacing the file, it will appear here. Otherwise, restore a version from the history or create a new file."
        action={
          <span className="flex flex-wrap justify-center gap-2">
            <Link href="/settings/history" className={buttonVariants({ variant: "primary" })}>
              Open history
            </Link>
            <Button disabled={disabled} onClick={() => setAsking(true)}>
              Create file
            </Button>
          </span>
        }
      />
      {isAsking ? (
        <ConfirmRequest
          title="Create an empty configuration file?"
          description="An instance that starts with an empty file uses all defaults and generates new keys. Everybody is signed out, and all bot tokens stop working."
          confirmLabel="Create file"
          request={createConfigFile}
          failed="No file was created"
          onDone={(document) => {
            client.setQueryData(configQuery().queryKey, document);
            toast.success("File created");
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}

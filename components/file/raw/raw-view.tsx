"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { configSchemaQuery } from "@/components/settings/queries/config";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { Card } from "@/components/ui/card";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/loading";
import type { RawText } from "@/lib/shared/contract/config";
import type { EditorHandle } from "./code-editor";
import { CreateFile } from "./create-file";
import { HiddenValues } from "./hidden-values";
import { ProblemPanel } from "./problem-panel";
import { RawBar } from "./raw-bar";
import { RawNotices } from "./raw-notices";
import { ReviewTextDialog } from "./review-text-dialog";
import type { PlacedProblem } from "./text-lint";
import { useRawText } from "./use-raw-text";
import { useSaveText } from "./use-save-text";

const CodeEditor = lazyComponent(
  () => import("./code-editor").then((part) => part.default),
  <Skeleton className="h-full" />,
);

/** The file's text in an editor that fills the window. Operators also repair a broken file on this page. */
export function RawView({ initial, owner }: { initial: RawText; owner: string }) {
  const { file, spelling, problems: fileProblems } = useConfigDocument();
  const { data: schema } = useQuery(configSchemaQuery());
  const editor = useRef<EditorHandle>(null);
  const raw = useRawText(initial, owner, editor);
  const saving = useSaveText(raw, editor);
  const [problems, setProblems] = useState<readonly PlacedProblem[]>([]);
  /** The problems that the review shows. Null while no review is open. */
  const [reviewed, setReviewed] = useState<readonly PlacedProblem[] | null>(null);
  const [conflicts, setConflicts] = useState(0);
  const spelled = useCallback((path: string) => spelling[path] ?? path, [spelling]);
  const readOnly = file.readOnly !== null || file.state === "unreadable";
  const canSave = raw.isDirty && !readOnly && !raw.isBehind;
  const review = () => {
    saving.reset();
    setReviewed(editor.current?.check() ?? []);
  };

  if (file.state === "missing" && !raw.isDirty) return <CreateFile disabled={file.readOnly !== null} />;
  return (
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
      {/* The notices cover the end of the editor instead of moving it. */}
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-col gap-3 bg-background px-1 py-3">
        <RawNotices
          isBehind={raw.isBehind}
          conflicts={conflicts}
          failure={reviewed ? undefined : saving.failure}
          problems={saving.places.length}
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
          isBusy={saving.isBusy}
          failure={saving.failure}
          onGoTo={(offset) => {
            setReviewed(null);
            // Waits a frame, because the closing dialog first moves the focus back to its button.
            requestAnimationFrame(() => editor.current?.goTo(offset));
          }}
          onSave={(note) => {
            void saving.save(note).then((isDone) => {
              if (isDone) setConflicts(0);
              setReviewed(null);
            });
          }}
          onClose={() => setReviewed(null)}
        />
      ) : null}
    </div>
  );
}

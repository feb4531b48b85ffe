"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useCallback, useRef, useState } from "react";
import { configSchemaQuery } from "@/components/settings/queries/config-schema";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { RawText } from "@/lib/shared/contract/history";
import type { EditorHandle } from "./code-editor";
import { CreateFile } from "./create-file";
import { HiddenValues } from "./hidden-values";
import { RawBar } from "./raw-bar";
import { RawNotices } from "./raw-notices";
import { ReviewTextDialog } from "./review-text-dialog";
import { useRawText } from "./use-raw-text";
import { useSaveText } from "./use-save-text";

const CodeEditor = dynamic(() => import("./code-editor"), {
  ssr: false,
  loading: () => <Skeleton className="h-80" />,
});

/** The file's text in an editor. Also the page for repairing a broken file. */
export function RawView({ initial, owner }: { initial: RawText; owner: string }) {
  const { file, spelling } = useConfigDocument();
  const { data: schema } = useQuery(configSchemaQuery());
  const editor = useRef<EditorHandle>(null);
  const raw = useRawText(initial, owner, editor);
  const saving = useSaveText(raw, editor);
  const [isReviewing, setReviewing] = useState(false);
  const [conflicts, setConflicts] = useState(0);
  const spelled = useCallback((path: string) => spelling[path] ?? path, [spelling]);
  const readOnly = file.readOnly !== null || file.state === "unreadable";

  if (file.state === "missing" && !raw.isDirty) return <CreateFile disabled={file.readOnly !== null} />;
  return (
    <div className="flex flex-col gap-4">
      <RawNotices
        isBehind={raw.isBehind}
        conflicts={conflicts}
        failure={isReviewing ? undefined : saving.failure}
        places={saving.places}
        onTakeOver={() => setConflicts(raw.takeOver())}
        onDiscard={raw.discard}
        onEndComparison={() => {
          editor.current?.endComparison();
          setConflicts(0);
        }}
      />
      {raw.isHiding ? <HiddenValues disabled={raw.isDirty} onShow={raw.show} /> : null}
      <Card className="overflow-clip">
        <CodeEditor
          ref={editor}
          initial={raw.text}
          label="Text of the configuration file"
          readOnly={readOnly}
          schema={schema}
          spelled={spelled}
          onChange={raw.setText}
        />
      </Card>
      <RawBar
        isDirty={raw.isDirty}
        disabled={readOnly || raw.isBehind}
        onDiscard={() => {
          raw.discard();
          setConflicts(0);
        }}
        onReview={() => {
          saving.reset();
          setReviewing(true);
        }}
      />
      {isReviewing ? (
        <ReviewTextDialog
          before={raw.base.text}
          after={raw.text}
          isBusy={saving.isBusy}
          failure={saving.failure}
          onSave={(note) => {
            void saving.save(note).then((isDone) => {
              if (isDone) setConflicts(0);
              setReviewing(false);
            });
          }}
          onClose={() => setReviewing(false)}
        />
      ) : null}
    </div>
  );
}

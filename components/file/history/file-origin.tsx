"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { countOf } from "@/components/settings/store/words";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Moment } from "@/components/ui/moment";
import { RadioChoice, RadioGroup } from "@/components/ui/radio-group";
import type { FileHistories, FileHistory } from "@/lib/shared/contract/config";
import { ConfirmRequest } from "../confirm-request";
import { chooseHistory } from "../queries/history";

/**
 * States which history the file continues, and lets the operator choose another history. Shown if the file
 * has moved, or if the database contains histories of several files.
 */
export function FileOrigin({ files }: { files: FileHistories }) {
  const { basis, path, since, histories } = files;
  const [isOpen, setOpen] = useState(false);
  const earlier = histories.find(({ isCurrent }) => isCurrent)?.paths.filter((one) => one !== path) ?? [];
  if (histories.length < 2 && earlier.length === 0) return null;
  const change = (
    <Button size="sm" onClick={() => setOpen(true)}>
      Choose the history
    </Button>
  );
  const dialog = isOpen ? <HistoryDialog files={files} onClose={() => setOpen(false)} /> : null;
  const original = originalOf(files);
  if (original)
    return (
      <Callout
        tone="warning"
        title={`This file is a copy of one with ${countOf(original.versions, "version")}`}
        actions={
          <Button size="sm" onClick={() => setOpen(true)}>
            Use that history…
          </Button>
        }
      >
        <span className="wrap-anywhere">
          They belong to the file at {original.paths[0]}, so this file started a new history. If this file
          replaces that one, use its history.
        </span>
        {dialog}
      </Callout>
    );
  if (basis === "copy" || basis === "other")
    return (
      <Callout title="This file has a separate history" actions={change}>
        The database has the histories of other files. If this file is one of them at a new path, choose its
        history.
        {dialog}
      </Callout>
    );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted-foreground">
      <p className="min-w-0 wrap-anywhere">
        {earlier.length === 0 ? (
          `The database has the histories of ${countOf(histories.length, "file")}.`
        ) : (
          <>
            Until <Moment at={since} /> this file was at {earlier[0]}.
          </>
        )}
      </p>
      {change}
      {dialog}
    </div>
  );
}

/** The history of the file of which this one is a copy: the longest one with the same content. */
const originalOf = ({ basis, histories }: FileHistories): FileHistory | undefined =>
  basis === "copy"
    ? histories
        .filter(({ isCurrent, hasContent, paths }) => !isCurrent && hasContent && paths.length > 0)
        .toSorted((one, other) => other.versions - one.versions)[0]
    : undefined;

const NEW = "new";

function HistoryDialog({ files, onClose }: { files: FileHistories; onClose: () => void }) {
  const { path, histories } = files;
  const offered = originalOf(files) ?? histories.find(({ isCurrent }) => isCurrent);
  const [chosen, setChosen] = useState(String(offered?.id ?? NEW));
  const router = useRouter();
  return (
    <ConfirmRequest
      title="Which history belongs to this file?"
      description={<span className="wrap-anywhere">The file at {path} and its content do not change.</span>}
      confirmLabel="Use this history"
      tone="neutral"
      request={() => chooseHistory(chosen === NEW ? null : Number(chosen))}
      failed="Nothing was changed"
      onDone={() => router.refresh()}
      onClose={onClose}
    >
      <RadioGroup aria-label="History" value={chosen} onValueChange={setChosen} className="gap-3 pt-2">
        {histories.map((history) => (
          <RadioChoice key={history.id} value={String(history.id)} title={titleOf(history, path)}>
            {countOf(history.versions, "version")}
            {history.newest === null ? null : (
              <>
                , the newest of <Moment at={history.newest} />
              </>
            )}
            {history.hasContent ? "; one version matches this file" : null}
          </RadioChoice>
        ))}
        <RadioChoice value={NEW} title="A new history">
          Starts with the current file.
        </RadioChoice>
      </RadioGroup>
    </ConfirmRequest>
  );
}

const titleOf = ({ isCurrent, paths }: FileHistory, path: string): string =>
  isCurrent
    ? "Current history"
    : `History of ${paths.find((one) => one !== path) ?? "a file without a path"}`;

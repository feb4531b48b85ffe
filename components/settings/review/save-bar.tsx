"use client";

import { type RefCallback, useCallback, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Registry } from "@/lib/shared/settings/registry";
import { useChangedPaths, useConfigStore, useKeyDrafts } from "../store/config-form";
import { countOf } from "../store/words";
import { useReadOnly } from "../store/use-setting";
import { CopyPatch, DownloadPatch } from "./take-away";
import { useApplyAfterSave } from "./use-apply-after-save";
import { type ReplacedKey, useSave } from "./use-save";
import { useSaveKeys } from "./use-save-keys";

// The code of each dialog is loaded when the dialog is first opened.
const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/confirm-dialog").then((part) => part.ConfirmDialog),
);
const ConflictDialog = lazyComponent(() => import("./conflict-dialog").then((part) => part.ConflictDialog));
const ProposeDialog = lazyComponent(() => import("./propose-dialog").then((part) => part.ProposeDialog));
const NamingDialog = lazyComponent(() => import("./naming-dialog").then((part) => part.NamingDialog));
const ReviewDialog = lazyComponent(() => import("./review-dialog").then((part) => part.ReviewDialog));

export function SaveBar() {
  const store = useConfigStore();
  const { disabled: isReadOnly, reason } = useReadOnly();
  const disabled = isReadOnly || reason !== null;
  const canTakeAway = disabled && !isReadOnly;
  const paths = useChangedPaths();
  const andApply = useApplyAfterSave();
  // Stored here and not in the review, because a failed save closes the review, and the note must not be lost.
  const [note, setNote] = useState("");
  const saving = useSave(andApply.onSaved);
  const { question } = saving;
  const saveOnly = (note?: string) => {
    // A save in progress may be a part of "Save and apply".
    if (!saving.isBusy) andApply.want(false);
    return saving.save(note);
  };
  const bar = useBarHeight();
  const [isReviewing, setReviewing] = useState(false);
  const [isProposing, setProposing] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const keys = useKeyDrafts();
  const count = paths.length + keys.length;
  const hasChanges = count > 0;
  if (!hasChanges && (note !== "" || isReviewing || isProposing)) {
    setNote("");
    setReviewing(false);
    setProposing(false);
  }

  useSaveKeys({
    onSave: () => (hasChanges && !disabled ? void saveOnly() : undefined),
    onReview: () => (hasChanges ? setReviewing(true) : undefined),
  });

  const changes = countOf(count, "change");
  const places = [
    ...(paths.length > 0 ? [placeOf(paths, store.edition().registry)] : []),
    ...(keys.length > 0 ? ["unrecognized keys"] : []),
  ].join(" and ");
  return (
    <>
      <p role="status" className="sr-only">
        {hasChanges ? `${countOf(count, "unsaved change")}` : ""}
      </p>
      {hasChanges ? (
        <div
          ref={bar}
          className="sticky bottom-0 z-20 -mx-4 mt-auto -mb-24 max-w-[880px] pt-6 sm:bottom-4 sm:mx-0 sm:-mb-20"
          data-print="hidden"
        >
          <section
            aria-label="Unsaved changes"
            className="flex animate-rise flex-col gap-3 border border-border-strong bg-surface-raised p-3 shadow-raised sm:rounded-lg"
          >
            {saving.failure === null ? null : (
              <Callout tone="danger" role="alert" title="The changes are not saved">
                {saving.failure}
              </Callout>
            )}
            {canTakeAway ? <p className="px-1 text-sm text-muted-foreground">{reason}</p> : null}
            {andApply.inProgress === null ? null : (
              <p role="status" className="px-1 text-sm text-muted-foreground">
                An apply by {andApply.inProgress.actor} is in progress. You can save: your changes are not
                part of the apply, and a rollback does not affect them.
              </p>
            )}
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <p className="flex items-center gap-2 px-1 font-medium">
                <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warning" />
                {changes} in {places}
              </p>
              <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
                <Button variant="ghost" onClick={() => setDiscarding(true)}>
                  Discard
                </Button>
                <Button
                  aria-keyshortcuts="Control+Shift+S Meta+Shift+S"
                  title="Review (Ctrl+Shift+S)"
                  onClick={() => setReviewing(true)}
                >
                  Review
                </Button>
                {canTakeAway ? (
                  <>
                    <CopyPatch note={note} />
                    <DownloadPatch variant="primary" note={note} />
                  </>
                ) : (
                  <Button
                    variant="primary"
                    aria-keyshortcuts="Control+S Meta+S"
                    title="Save (Ctrl+S)"
                    className="max-sm:flex-1"
                    busy={saving.isBusy}
                    disabled={disabled}
                    onClick={() => void saveOnly()}
                  >
                    Save {changes}
                  </Button>
                )}
                {andApply.isOffered && !canTakeAway ? (
                  <Button
                    className="max-sm:flex-1"
                    disabled={disabled || saving.isBusy}
                    onClick={() => {
                      andApply.want(true);
                      void saving.save();
                    }}
                  >
                    Save and apply
                  </Button>
                ) : null}
              </div>
            </div>
          </section>
        </div>
      ) : null}
      {isDiscarding ? (
        <ConfirmDialog
          open
          onOpenChange={setDiscarding}
          title={`Discard ${changes}?`}
          description="The settings return to their values in the file. Your edits are lost."
          confirmLabel={`Discard ${changes}`}
          cancelLabel="Keep editing"
          onConfirm={() => store.revert()}
        />
      ) : null}
      {isReviewing ? (
        <ReviewDialog
          paths={paths}
          note={note}
          onNote={setNote}
          isBusy={saving.isBusy}
          disabled={disabled}
          onSave={() => {
            void saveOnly(note.trim()).finally(() => setReviewing(false));
          }}
          onPropose={() => {
            setReviewing(false);
            setProposing(true);
          }}
          onClose={() => setReviewing(false)}
        />
      ) : null}
      {isProposing ? <ProposeDialog note={note} onClose={() => setProposing(false)} /> : null}
      {question?.about === "keys" && !isReviewing ? (
        <ConfirmDialog
          open
          onOpenChange={saving.dismiss}
          title={titleOf(question.keys)}
          description={<Consequences keys={question.keys} />}
          confirmLabel="Replace and save"
          cancelLabel="Keep editing"
          onConfirm={() => void saving.save(question.note, true)}
        />
      ) : null}
      {question?.about === "naming" ? (
        <NamingDialog
          message={question.message}
          onChosen={(naming) => {
            saving.dismiss();
            void saving.save(question.note, true, naming);
          }}
          onClose={saving.dismiss}
        />
      ) : null}
      {question?.about === "conflict" ? (
        <ConflictDialog
          paths={question.paths}
          by={question.by}
          onResolved={() => {
            saving.dismiss();
            // The operator confirmed replacing signing keys before the conflict appeared, so this save does not ask for
            // confirmation again.
            void saving.save(question.note, true);
          }}
          onClose={saving.dismiss}
        />
      ) : null}
    </>
  );
}

function placeOf(paths: readonly string[], { sectionOf }: Registry): string {
  const sections = [...new Set(paths.map(sectionOf))];
  const [only] = sections;
  return sections.length === 1 && only ? only.title : countOf(sections.length, "section");
}

const titleOf = (keys: readonly ReplacedKey[]): string =>
  keys.length === 1 ? `Replace “${keys[0]?.label}”?` : `Replace ${keys.length} signing keys?`;

function Consequences({ keys }: { keys: readonly ReplacedKey[] }) {
  return (
    <ul className="flex flex-col gap-2">
      {keys.map(({ path, label, breaks }) => (
        <li key={path}>
          {keys.length > 1 ? <span className="font-medium text-foreground">{label}: </span> : null}
          {breaks}
        </li>
      ))}
    </ul>
  );
}

const property = "--save-bar-height";

/** Publishes the bar's height as a CSS property, so that toasts and the focused field stay above the bar. */
function useBarHeight(): RefCallback<HTMLElement> {
  return useCallback((bar: HTMLElement | null) => {
    if (bar === null) return;
    const root = document.documentElement.style;
    const observer = new ResizeObserver(() => {
      root.setProperty(property, `${bar.offsetHeight}px`);
      // The bar may appear over the field in which the operator types. app/globals.css sets the scroll padding that
      // keeps the field above the bar.
      const field = document.activeElement;
      if (field && field !== document.body && !bar.contains(field))
        field.scrollIntoView({ block: "nearest" });
    });
    observer.observe(bar);
    return () => {
      observer.disconnect();
      root.removeProperty(property);
    };
  }, []);
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answerApply, runningQuery } from "@/components/settings/queries/running";
import { countOf } from "@/components/settings/store/words";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { authorWords } from "@/lib/shared/author";
import { type ApplyAnswer, applyAnswers, failedChecks, waitsForOperator } from "@/lib/shared/contract/values";
import type { ApplyView } from "@/lib/shared/contract/running";
import { ChangedSetting } from "./change-list";

export function ApplyQuestion({ apply }: { apply: ApplyView }) {
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: answerApply,
    onSettled: () => client.invalidateQueries({ queryKey: runningQuery().queryKey }),
  });
  const answers = answersOf(apply);
  if (answers.length === 0) return null;
  const isAsking = apply.state === "asking";
  const isCheckIn = apply.state === "checking-in";
  const isQuestion = waitsForOperator(apply.state);
  const buttons = (
    <div className="flex flex-wrap gap-2">
      {answers.map((answer, index) => (
        <Button
          key={answer}
          variant={isQuestion && index === 0 ? "primary" : "secondary"}
          busy={decide.isPending && decide.variables.answer === answer}
          disabled={decide.isPending}
          onClick={() => decide.mutate({ id: apply.id, answer })}
        >
          {isCheckIn && answer === "keep" ? "Confirm this version" : labels[answer]}
        </Button>
      ))}
    </div>
  );
  const failure = decide.error ? (
    <Callout tone="danger" role="alert">
      {decide.error.message}
    </Callout>
  ) : null;
  if (!isQuestion)
    return (
      <>
        {buttons}
        {failure}
      </>
    );
  return (
    <Callout
      tone="warning"
      role="status"
      title={
        isCheckIn
          ? "Does everything work?"
          : isAsking
            ? "Keep this version?"
            : "Which values should the file have?"
      }
      actions={buttons}
    >
      {isCheckIn ? (
        <p>The instance is healthy with this version. Try what no check covers, then confirm the version.</p>
      ) : isAsking ? (
        <p>
          The API responds{isInUse(apply) ? " and the instance uses the new settings" : ""}, but{" "}
          {countOf(failedChecks(apply.checks).length, "check")} below failed. The panel checks from its own
          machine, which may not reach everything.
        </p>
      ) : (
        <Contested settings={apply.contested} />
      )}
      {apply.secondsLeft === null ? null : (
        <p className="font-medium tabular-nums">
          Without a decision, {isAsking || isCheckIn ? "the panel rolls back" : "the newer values stay"} in{" "}
          {apply.secondsLeft > 90 ? (
            <>{Math.ceil(apply.secondsLeft / 60)}&nbsp;minutes.</>
          ) : (
            <>{apply.secondsLeft}&nbsp;s.</>
          )}
        </p>
      )}
      {failure}
    </Callout>
  );
}

function Contested({ settings }: { settings: ApplyView["contested"] }) {
  return (
    <>
      <p>
        {countOf(settings.length, "setting")} of this apply {settings.length === 1 ? "was" : "were"} changed
        again during the apply. All other settings are rolled back.
      </p>
      <ul aria-label="Settings that were changed again" className="my-2 divide-y">
        {settings.map(({ change, author, authorKind = "unknown" }) => (
          <li key={change.path} className="flex flex-col gap-1 py-2">
            <ChangedSetting change={change} />
            <span className="text-sm text-muted-foreground">
              {`Changed by ${authorWords({ kind: authorKind, name: author })}.`}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const isInUse = ({ checks }: ApplyView): boolean =>
  checks.some(({ name, isUp, isUnproven }) => name === "pending" && isUp && !isUnproven);

const labels: Readonly<Record<ApplyAnswer, string>> = {
  keep: "Keep it anyway",
  "roll-back": "Roll back now",
  newer: "Keep the newer values",
  older: "Restore the earlier values",
};

/** While the apply is waiting for an answer, the first answer is the primary button. */
const answersOf = ({ state, canRollBack }: ApplyView): ApplyAnswer[] =>
  (Object.keys(labels) as ApplyAnswer[]).filter(
    (answer) =>
      (applyAnswers[answer] as readonly string[]).includes(state) && (canRollBack || state === "contested"),
  );

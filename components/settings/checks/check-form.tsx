import { Cable } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { SubmitButton } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { Input, Label } from "@/components/ui/input";
import { checks } from "@/lib/shared/contract/check-kinds";
import type { Check, CheckKind } from "@/lib/shared/contract/checks";
import { CheckReport } from "./check-report";
import { useCheck } from "./use-check";

/** Tests the connection that a card's settings describe. Uses unsaved values. */
export function CheckForm({ kind }: { kind: CheckKind }) {
  const check = useCheck(kind);
  const { title, mails }: Check = checks[kind];
  const [to, setTo] = useState("");
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    check.start(to.trim());
  };
  return (
    <form
      id={kind === "smtp" ? "test-mail" : undefined}
      data-slot="connection-check"
      data-print="hidden"
      className="flex flex-col gap-3 border-t bg-muted/40 px-4 py-4 sm:px-6"
      onSubmit={submit}
      noValidate
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        {mails ? (
          <div className="flex min-w-48 flex-1 flex-col gap-1.5 sm:max-w-72">
            <Label htmlFor={id}>Send a test mail to</Label>
            <Input
              id={id}
              type="email"
              autoComplete="email"
              placeholder="Nobody"
              value={to}
              onChange={(event) => setTo(event.target.value)}
            />
          </div>
        ) : (
          <p className="min-w-48 flex-1 self-center text-sm text-muted-foreground">
            Checks the values in this form. Asks before it connects to a private address that is not saved.
          </p>
        )}
        <div className="flex gap-2 max-sm:w-full">
          {check.isRunning ? (
            <Button variant="ghost" onClick={check.cancel}>
              Cancel check
            </Button>
          ) : null}
          <SubmitButton busy={check.isRunning} className="max-sm:flex-1">
            <Cable aria-hidden="true" />
            Check {title}
          </SubmitButton>
        </div>
      </div>
      <div aria-live="polite" className="empty:hidden">
        <CheckReport
          title={title}
          check={check}
          onConfirm={(addresses) => check.start(to.trim(), addresses)}
        />
      </div>
    </form>
  );
}

import { CircleAlert, CircleCheck } from "lucide-react";
import { useId } from "react";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { Spinner } from "@/components/ui/spinner";
import type { AddressFieldState } from "./use-addresses";
import type { AddressResult } from "./use-address-checks";

interface AddressFieldProps {
  field: AddressFieldState;
  result: AddressResult | undefined;
  isChecking: boolean;
  disabled: boolean;
}

export function AddressField({ field, result, isChecking, disabled }: AddressFieldProps) {
  const id = useId();
  const { label, value, error, correct } = field;
  // Ignores a result if the operator has changed the address since the check.
  const current = result?.of === value ? result : undefined;
  return (
    <div className="grid gap-x-4 gap-y-1 @lg:grid-cols-[11rem_minmax(0,1fr)]">
      <Label htmlFor={id} className="self-center font-normal">
        {label}
      </Label>
      <Input
        id={id}
        value={value}
        disabled={disabled}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        aria-describedby={`${id}-state`}
        aria-invalid={error !== undefined || undefined}
        className="font-mono text-sm"
        onChange={(event) => correct(event.target.value)}
      />
      <p id={`${id}-state`} aria-live="polite" className="text-sm empty:hidden @lg:col-start-2">
        {error !== undefined ? (
          <span className="text-danger-text">{error}</span>
        ) : current ? (
          <Result result={current} />
        ) : isChecking && field.path !== "general.serverName" ? (
          <span className="flex items-center gap-1.5 text-muted-foreground">
            <Spinner /> Checking
          </span>
        ) : null}
      </p>
    </div>
  );
}

function Result({ result: { ok, message } }: { result: AddressResult }) {
  const Icon = ok ? CircleCheck : CircleAlert;
  return (
    <span className="flex gap-1.5">
      <Icon
        aria-label={ok ? "Works" : "Failed"}
        role="img"
        className={`mt-0.5 size-3.5 shrink-0 ${ok ? "text-success-text" : "text-danger-text"}`}
      />
      <span className="min-w-0 wrap-anywhere text-muted-foreground">{message}</span>
    </span>
  );
}

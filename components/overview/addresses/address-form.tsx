"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { type FormEvent, useId, useRef } from "react";
import { useFix } from "@/components/settings/rows/use-fix";
import { countOf } from "@/components/settings/store/words";
import { SubmitButton, TypedField } from "@/components/shell/form/form-parts";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input, Label } from "@/components/ui/input";
import { Spinner } from "@/components/ui/loading";
import type { ConfigSnapshot, Operation } from "@/lib/shared/contract/config-snapshot";
import { type AddressFieldState, type AddressResult, useAddressChecks, useAddresses } from "./use-addresses";

export function AddressForm({ document, paths }: { document: ConfigSnapshot; paths: readonly string[] }) {
  const { domain, isDomain, layout, fields, isComplete, setDomain, setLayout } = useAddresses(
    document,
    paths,
  );
  const { results, isRunning, start, cancel } = useAddressChecks();
  const { apply, isBusy, disabled } = useFix(paths);
  const form = useRef<HTMLFormElement>(null);
  const isWrong = domain.trim() !== "" && !isDomain;
  // Until a domain is entered, the address fields are hidden, because they would be empty.
  const shown = isDomain || fields.some(({ value }) => value !== "") ? fields : [];

  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return firstUnfinished(form.current)?.focus();
    const operations = fields.map(({ path, value }): Operation => ({ op: "set", path, value: value.trim() }));
    const main = window.document.getElementById("content");
    void apply({ label: `Set the addresses of ${domain.trim()}`, operations }).then(() => {
      if (!form.current?.isConnected) main?.focus({ preventScroll: true });
    });
  };

  return (
    <form
      ref={form}
      noValidate
      onSubmit={save}
      aria-label="Set the addresses from your domain"
      className="@container flex max-w-2xl flex-col gap-4"
    >
      <TypedField
        label="Domain"
        help="The panel fills in its addresses, and you can correct any that differ."
        error={isWrong ? "Not a valid domain. Enter a domain such as chat.example.org." : undefined}
        value={domain}
        disabled={disabled}
        inputMode="url"
        onChange={setDomain}
      />
      <label className={`flex items-center gap-2 max-sm:min-h-11 ${shown.length === 0 ? "hidden" : ""}`}>
        <Checkbox
          checked={layout === "subdomains"}
          disabled={disabled}
          onCheckedChange={(checked) => setLayout(checked === true ? "subdomains" : "one")}
        />
        Gateway and CDN at subdomains
      </label>
      <div className="flex flex-col gap-3 empty:hidden">
        {shown.map((field) => (
          <AddressField
            key={field.path}
            field={field}
            result={results[field.path]}
            isChecking={isRunning}
            disabled={disabled}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isRunning ? (
          <Button variant="ghost" onClick={cancel}>
            Cancel check
          </Button>
        ) : null}
        {shown.length === 0 ? null : (
          <Button
            busy={isRunning}
            disabled={disabled || !isComplete}
            onClick={() => void start(Object.fromEntries(fields.map(({ path, value }) => [path, value])))}
          >
            Check as a client
          </Button>
        )}
        <SubmitButton variant="primary" busy={isBusy} disabled={disabled}>
          Save {countOf(fields.length, "address", "addresses")}
        </SubmitButton>
      </div>
    </form>
  );
}

function firstUnfinished(form: HTMLFormElement | null): HTMLInputElement | undefined {
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>("[data-slot=input]") ?? [])];
  return inputs.find((input) => input.value.trim() === "" || input.hasAttribute("aria-invalid"));
}

interface AddressFieldProps {
  field: AddressFieldState;
  result: AddressResult | undefined;
  isChecking: boolean;
  disabled: boolean;
}

function AddressField({ field, result, isChecking, disabled }: AddressFieldProps) {
  const id = useId();
  const { label, value, error, correct } = field;
  // Ignores a result if the operator has changed the address since the check.
  const current = result?.checkedValue === value ? result : undefined;
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

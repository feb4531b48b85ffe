"use client";

import { type ReactNode, useId, useState } from "react";
import { Plus, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Input, Textarea } from "@/components/ui/input";
import { Switch } from "@/components/ui/switch";
import { itemsOf, itemTypeOf, jsonFault, kindOf, listText, numberFault } from "./value-kind";

interface ValueControlProps {
  path: string;
  /** The value in the file as JSON. Its type determines the control. */
  origin: string;
  text: string;
  error: string | undefined;
  disabled: boolean;
  onEdit: (text: string, fault?: string) => void;
}

export function ValueControl(props: ValueControlProps) {
  const { path, origin, error, disabled } = props;
  const errorId = useId();
  const kind = kindOf(origin);
  // Starts as JSON if an earlier edit has changed the value's type, because the control for the original type
  // could not show the new value.
  const [isJson, setJson] = useState(() => kindOf(props.text) !== kind);
  const asJson = isJson || kind === "json";
  return (
    <div className="flex flex-col gap-1.5">
      <Control {...props} kind={asJson ? "json" : kind} errorId={errorId} />
      <p id={errorId} aria-live="polite" className="text-sm text-danger-text empty:hidden">
        {error}
      </p>
      {kind === "json" ? null : (
        <div>
          <Button
            variant="ghost"
            size="xs"
            aria-pressed={asJson}
            aria-label={`Edit as JSON: ${path}`}
            // Disabled if the control for the original type could not show the current text.
            disabled={disabled || (asJson && kindOf(props.text) !== kind)}
            onClick={() => setJson(!isJson)}
          >
            Edit as JSON
          </Button>
        </div>
      )}
    </div>
  );
}

const mostLines = 24;

interface ControlProps extends ValueControlProps {
  kind: ReturnType<typeof kindOf>;
  errorId: string;
}

function Control({ kind, path, origin, text, error, disabled, onEdit, errorId }: ControlProps): ReactNode {
  const shared = {
    "aria-label": kind === "json" ? `Value of ${path} as JSON` : `Value of ${path}`,
    "aria-describedby": errorId,
    "aria-invalid": error !== undefined || undefined,
  };
  const typed = { spellCheck: false, autoComplete: "off", readOnly: disabled };
  if (kind === "switch") {
    const isOn = text.trim() === "true";
    return (
      <span className="flex h-9 items-center gap-3">
        <Switch {...shared} checked={isOn} disabled={disabled} onCheckedChange={(on) => onEdit(String(on))} />
        <span aria-hidden="true" className="text-sm text-muted-foreground">
          {isOn ? "On" : "Off"}
        </span>
      </span>
    );
  }
  if (kind === "number") {
    return (
      <Input
        {...shared}
        {...typed}
        inputMode="decimal"
        className="max-w-60"
        value={text}
        onChange={({ target }) => onEdit(target.value, numberFault(target.value))}
      />
    );
  }
  if (kind === "list") {
    return <ListControl path={path} origin={origin} text={text} disabled={disabled} onEdit={onEdit} />;
  }
  if (kind === "text") {
    const value = JSON.parse(text) as string;
    const write = (next: string) => onEdit(next === JSON.parse(origin) ? origin : JSON.stringify(next));
    return value.includes("\n") || value.length > 100 ? (
      <Textarea {...shared} {...typed} value={value} onChange={({ target }) => write(target.value)} />
    ) : (
      <Input {...shared} {...typed} value={value} onChange={({ target }) => write(target.value)} />
    );
  }
  return (
    <Textarea
      {...shared}
      {...typed}
      code
      rows={Math.min(mostLines, text.split("\n").length)}
      value={text}
      onChange={({ target }) => onEdit(target.value, jsonFault(target.value))}
    />
  );
}

interface ListControlProps {
  path: string;
  origin: string;
  text: string;
  disabled: boolean;
  onEdit: (text: string, fault?: string) => void;
}

function ListControl({ path, origin, text, disabled, onEdit }: ListControlProps) {
  const type = itemTypeOf(origin) ?? "string";
  const [typed, setTyped] = useState(() => itemsOf(text));
  const items = listText(typed, type, origin) === text ? typed : itemsOf(text);
  const write = (next: readonly string[]) => {
    setTyped([...next]);
    const isSame = next.join("\0") === itemsOf(origin).join("\0");
    const fault = type === "number" ? next.map(numberFault).find((one) => one !== undefined) : undefined;
    onEdit(isSame ? origin : listText(next, type, origin), fault);
  };
  return (
    <div className="flex flex-col gap-2">
      {items.length === 0 ? null : (
        <ol aria-label={`Items of ${path}`} className="flex flex-col gap-1.5">
          {items.map((item, index) => (
            <li key={index} className="flex gap-1">
              <Input
                aria-label={`Item ${index + 1} of ${path}`}
                readOnly={disabled}
                spellCheck={false}
                autoComplete="off"
                inputMode={type === "number" ? "decimal" : undefined}
                value={item}
                onChange={({ target }) => write(items.map((old, at) => (at === index ? target.value : old)))}
              />
              <Button
                variant="quiet"
                size="icon"
                disabled={disabled}
                aria-label={`Remove item ${index + 1} of ${path}`}
                onClick={() => write(items.filter((_, at) => at !== index))}
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button
          size="sm"
          disabled={disabled}
          aria-label={`Add item to ${path}`}
          onClick={() => write([...items, type === "number" ? "0" : ""])}
        >
          <Plus aria-hidden="true" />
          Add item
        </Button>
      </div>
    </div>
  );
}

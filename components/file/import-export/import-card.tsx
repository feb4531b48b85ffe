"use client";

import { type FormEvent, useId, useState } from "react";
import { useReadOnly } from "@/components/settings/store/use-setting";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Label, Textarea } from "@/components/ui/input";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { PreviewImport } from "../queries/config";
import { DropZone } from "./drop-zone";
import { ImportResult } from "./import-result";
import { useImport } from "./use-import";

/** Imports settings from another configuration file. The operator sees the changes before they are saved. */
export function ImportCard() {
  const id = useId();
  const { disabled } = useReadOnly();
  const { checked, check, apply, takeOver, forget } = useImport();
  const [text, setText] = useState("");
  const [name, setName] = useState<string>();
  const [mode, setMode] = useState<PreviewImport["mode"]>("merge");
  const [unreadable, setUnreadable] = useState<string>();

  const write = (next: string, from?: string) => {
    setText(next);
    setName(from);
    setUnreadable(undefined);
    forget();
  };
  const read = async (file: File) => {
    try {
      const content = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      write(content, file.name);
      check.mutate({ text: content, mode });
    } catch {
      write("");
      setUnreadable(`${file.name} is not UTF-8 text. Choose a JSON file.`);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    apply.reset();
    check.mutate({ text, mode });
  };
  const failure = unreadable ?? check.error?.message ?? apply.error?.message;

  return (
    <Card>
      <CardHeader>
        <CardTitle>Import</CardTitle>
        <CardDescription>
          Compares another configuration with the file. Nothing is saved until you choose what to import.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <form onSubmit={submit} className="flex flex-col gap-5">
          <DropZone name={name} onFile={(file) => void read(file)} />
          <div className="flex flex-col gap-1.5">
            <Label htmlFor={`${id}-text`}>Or paste its text</Label>
            <Textarea
              id={`${id}-text`}
              value={text}
              spellCheck={false}
              code
              className="max-h-60"
              onChange={(event) => write(event.target.value)}
            />
          </div>
          <RadioGroup
            aria-label="How to import"
            className="sm:grid-cols-2"
            value={mode}
            onValueChange={(value) => {
              const next = value as PreviewImport["mode"];
              setMode(next);
              if (checked === null) forget();
              else check.mutate({ text, mode: next });
            }}
          >
            <Mode
              value="merge"
              title="Merge"
              text="Imports the settings in the text. Other settings do not change."
            />
            <Mode
              value="replace"
              title="Replace"
              text="Also resets all other settings to their defaults, except secrets."
            />
          </RadioGroup>
          {failure === undefined ? null : (
            <Callout tone="danger" role="alert" title="Nothing was imported">
              {failure}
            </Callout>
          )}
          <div>
            <Button type="submit" disabled={text.trim() === ""} busy={check.isPending}>
              Compare with the file
            </Button>
          </div>
        </form>
        {checked === null ? null : (
          <ImportResult
            key={`${checked.etag}${checked.input.mode}${checked.input.text}`}
            preview={checked}
            disabled={disabled}
            isBusy={apply.isPending}
            onApply={(operations) => apply.mutate({ ...checked, operations }, { onSuccess: () => write("") })}
            onTakeOver={(operations) => {
              takeOver(operations);
              write("");
            }}
          />
        )}
      </CardContent>
    </Card>
  );
}

function Mode({ value, title, text }: { value: PreviewImport["mode"]; title: string; text: string }) {
  const id = useId();
  return (
    <label htmlFor={id} className="flex min-h-11 items-start gap-2">
      <RadioGroupItem id={id} value={value} className="mt-0.5" />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted-foreground">{text}</span>
      </span>
    </label>
  );
}

"use client";

import { type ChangeEvent, type FormEvent, useId, useState } from "react";
import { useReadOnly } from "@/components/settings/store/use-setting";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Textarea } from "@/components/ui/textarea";
import type { PreviewImport } from "../queries/preview-import";
import { ImportResult } from "./import-result";
import { useImport } from "./use-import";

/** Imports settings from another configuration, uploaded or pasted. Shows the changes before applying them. */
export function ImportCard() {
  const id = useId();
  const { disabled } = useReadOnly();
  const { checked, check, apply, takeOver, forget } = useImport();
  const [text, setText] = useState("");
  const [mode, setMode] = useState<PreviewImport["mode"]>("merge");
  const [unreadable, setUnreadable] = useState<string>();

  const write = (next: string) => {
    setText(next);
    setUnreadable(undefined);
    forget();
  };
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    try {
      write(new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer()));
    } catch {
      write("");
      setUnreadable(`${file.name} is not text in UTF-8. Choose a JSON file.`);
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
          A configuration in either naming of the keys. It is checked and compared first; nothing is written
          before you say so.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <form onSubmit={submit} className="flex flex-col gap-5">
          <div className="flex flex-col gap-1.5">
            <Label htmlFor={`${id}-file`}>File</Label>
            <Input
              id={`${id}-file`}
              type="file"
              accept=".json,application/json"
              className="py-1.5 file:mr-3 file:font-medium"
              onChange={(event) => void upload(event)}
            />
          </div>
          <div className="flex flex-col gap-1.5">
            <Label htmlFor={`${id}-text`}>Or its text</Label>
            <Textarea
              id={`${id}-text`}
              value={text}
              spellCheck={false}
              code
              onChange={(event) => write(event.target.value)}
            />
          </div>
          <RadioGroup
            aria-label="How to import"
            value={mode}
            onValueChange={(value) => {
              setMode(value as PreviewImport["mode"]);
              forget();
            }}
          >
            <Mode
              value="merge"
              title="Take what it sets"
              text="Settings that it does not mention stay as they are."
            />
            <Mode
              value="replace"
              title="Become like it"
              text="Settings that it does not mention go back to their defaults. Secrets stay unless it sets them."
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
            preview={checked}
            disabled={disabled}
            isBusy={apply.isPending}
            onApply={() => apply.mutate(checked, { onSuccess: () => setText("") })}
            onTakeOver={() => {
              takeOver(checked);
              setText("");
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

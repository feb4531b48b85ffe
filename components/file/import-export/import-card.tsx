"use client";

import { type DragEvent, type FormEvent, useId, useState } from "react";
import { FileUp } from "lucide-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FormFailure } from "@/components/shell/form/form-parts";
import { useReadOnly } from "@/components/settings/store/use-setting";
import { Button } from "@/components/ui/button";
import { Card, CardContent } from "@/components/ui/card";
import { Label, Textarea } from "@/components/ui/input";
import { RadioChoice, RadioGroup } from "@/components/ui/radio-group";
import { cn } from "@/components/ui/cn";
import { configQuery, saveConfig } from "@/components/settings/queries/config";
import { countOf } from "@/components/settings/store/words";
import { useConfigDocument, useConfigStore } from "@/components/settings/store/config-form";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import { toast } from "@/components/ui/toaster";
import { RequestError } from "@/components/shell/queries/call";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { ImportPreview } from "@/lib/shared/contract/config";
import { previewImport, type PreviewImport } from "../queries/config";
import { ImportResult } from "./import-result";

export function ImportCard() {
  const id = useId();
  const { disabled, reason } = useReadOnly();
  const { check, apply, takeOver, forget } = useImport();
  const checked = check.data;
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
    <Card
      title="Import"
      description="Compares another configuration with the file. Nothing is saved until you choose what to import. An export of the database table “config” of an early instance works, too: JSON, CSV or SQL."
    >
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
              if (checked || check.isPending) check.mutate({ text, mode: next });
              else forget();
            }}
          >
            <RadioChoice value="merge" title="Merge">
              Imports the settings in the text. Other settings do not change.
            </RadioChoice>
            <RadioChoice value="replace" title="Replace">
              Also resets all other settings to their defaults, except secrets.
            </RadioChoice>
          </RadioGroup>
          <FormFailure message={failure} title="Nothing was imported" />
          <div>
            <Button type="submit" disabled={text.trim() === ""} busy={check.isPending}>
              Compare with the file
            </Button>
          </div>
        </form>
        {checked === undefined ? null : (
          <ImportResult
            key={`${checked.etag}${checked.input.mode}${checked.input.text}`}
            preview={checked}
            disabled={disabled}
            isSaveRefused={reason !== null}
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

interface DropZoneProps {
  /** Name of the last accepted file. */
  name: string | undefined;
  onFile: (file: File) => void;
}

function DropZone({ name, onFile }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <label
      data-slot="drop-zone"
      className={cn(
        "flex flex-col items-center gap-1 rounded-lg border border-dashed border-border-strong px-4 py-8 text-center",
        "hover:bg-muted has-focus-visible:outline-2 has-focus-visible:outline-ring",
        isOver && "border-accent bg-accent-soft",
      )}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp aria-hidden="true" className="size-6 text-muted-foreground" />
      <span className="font-medium">Drop a configuration file here, or choose one</span>
      <span className="text-sm wrap-anywhere text-muted-foreground">
        {name ?? "JSON, in either spelling of the keys"}
      </span>
      <input
        type="file"
        accept=".json,application/json"
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Without this, choosing the same file again (for example, after editing it) would fire no event.
          target.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

interface Checked extends ImportPreview {
  input: PreviewImport;
  etag: string;
}

function useImport() {
  const client = useQueryClient();
  const store = useConfigStore();
  const showSavedToast = useSavedToast();
  const { etag } = useConfigDocument();
  const check = useMutation({
    mutationFn: async (input: PreviewImport): Promise<Checked> => ({
      ...(await previewImport(input)),
      input,
      etag,
    }),
  });

  const apply = useMutation({
    mutationFn: ({ operations, etag: base }: Checked) =>
      saveConfig({ etag: base, operations, note: "Imported from a file" }),
    onSuccess: (after, { operations, etag: base }) => {
      const before = { etag: base, file: store.document().file };
      client.setQueryData(configQuery().queryKey, after);
      check.reset();
      showSavedToast({ words: `Imported ${countOf(operations.length, "change")}`, before, after });
    },
    onError: (error) => {
      // If the file has changed since the comparison, the import must be compared again.
      if (error instanceof RequestError && error.status === 412) check.reset();
    },
    onSettled: () => client.invalidateQueries({ queryKey: configQuery().queryKey }),
  });

  const takeOver = (operations: readonly Operation[]) => {
    store.applyOperations(operations);
    check.reset();
    toast.info(`Added ${countOf(operations.length, "unsaved change")}`);
  };

  const forget = () => {
    check.reset();
    apply.reset();
  };
  return { check, apply, takeOver, forget };
}

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { OpenDialog } from "@/components/ui/dialog";
import { Input, Label } from "@/components/ui/input";
import { summarize } from "@/lib/shared/settings/list-changes";
import { asciiDomain } from "@/lib/shared/settings/kinds/items";
import { downloadList } from "../queries/checks";
import { LongListDiff } from "../review/list-summary";
import { countOf } from "../store/words";

interface AddListProps {
  item: string;
  items: readonly string[];
  /** Gets the list with the new entries. Nothing is saved. */
  onAdd: (items: readonly string[]) => void;
  onClose: () => void;
}

/** How many new entries the dialog names. */
const mostNamed = 1000;

const entriesOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^(?:#|\/\/)/.test(line));

/** Adds the entries of a file, or of a list at an address, after showing which of them are new. */
export function AddList({ item, items, onAdd, onClose }: AddListProps) {
  const [address, setAddress] = useState("");
  const read = useMutation({
    mutationFn: async (source: File | string) =>
      typeof source === "string" ? downloadList(source) : entriesOf(await source.text()),
  });
  const known = new Set(items.map(asciiDomain));
  const next = read.data && [...items, ...read.data.filter((one) => !known.has(asciiDomain(one)))];
  const count = next === undefined ? 0 : next.length - items.length;
  return (
    <OpenDialog
      width="wide"
      title={`Add ${item}s from a file or address`}
      description={`The file or page has one ${item} per line. It is read once. Nothing is saved until you save.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={count === 0}
            onClick={() => {
              if (next !== undefined) onAdd(next);
              onClose();
            }}
          >
            Add {countOf(count, "entry", "entries")}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-1.5">
        <Label htmlFor="add-list-address">Address of the list</Label>
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            read.mutate(address.trim());
          }}
        >
          <Input
            id="add-list-address"
            value={address}
            placeholder="https://example.org/disposable-domains.txt"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setAddress(event.target.value)}
          />
          <Button type="submit" busy={read.isPending} disabled={address.trim() === ""}>
            Download
          </Button>
        </form>
        {read.error ? (
          <p role="alert" className="text-sm text-danger-text">
            {read.error.message}
          </p>
        ) : null}
      </div>
      <div className="flex flex-col gap-1.5">
        <Label htmlFor="add-list-file">Or a file</Label>
        <input
          id="add-list-file"
          type="file"
          className="text-sm text-muted-foreground file:mr-3 file:h-9 file:rounded-lg file:border file:border-border-strong file:bg-transparent file:px-3 file:font-medium file:text-foreground max-sm:file:h-11"
          accept=".txt,.csv,.list,text/plain"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) read.mutate(file);
          }}
        />
      </div>
      {next === undefined ? null : count === 0 ? (
        <p role="status">
          Read {countOf(read.data?.length ?? 0, "entry", "entries")}. Nothing is new to the list.
        </p>
      ) : (
        <LongListDiff summary={summarize(items, next, mostNamed)} from={items.length} to={next.length} />
      )}
    </OpenDialog>
  );
}

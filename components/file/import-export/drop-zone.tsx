import { FileUp } from "lucide-react";
import { type DragEvent, useState } from "react";
import { cn } from "@/components/ui/cn";

interface DropZoneProps {
  /** Name of the file that was accepted last. */
  name: string | undefined;
  onFile: (file: File) => void;
}

export function DropZone({ name, onFile }: DropZoneProps) {
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
          // Without this, the browser would fire no event if the operator chooses the same file again after changing
          // it.
          target.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

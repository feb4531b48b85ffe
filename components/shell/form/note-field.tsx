import { useId } from "react";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";

interface NoteFieldProps {
  value: string;
  onChange: (note: string) => void;
}

/** A field for a note that is stored with the version that a save creates. */
export function NoteField({ value, onChange }: NoteFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>Note</Label>
      <Input
        id={id}
        value={value}
        maxLength={500}
        placeholder="Why you made this change (shown in the history)"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

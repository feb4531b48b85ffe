"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { OpenDialog } from "@/components/ui/dialog";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { editions } from "@/lib/shared/settings/editions";

interface NamingDialogProps {
  message: string;
  onChosen: (naming: Naming) => void;
  onClose: () => void;
}

/** Asks which server reads the file, before the first key is written that servers spell differently. */
export function NamingDialog({ message, onChosen, onClose }: NamingDialogProps) {
  const [chosen, setChosen] = useState<Naming | null>(null);
  const id = useId();
  return (
    <OpenDialog
      title="Which server reads this file?"
      description={message}
      footer={
        <>
          <Button onClick={onClose}>Keep editing</Button>
          <Button
            variant="primary"
            disabled={chosen === null}
            onClick={() => (chosen === null ? undefined : onChosen(chosen))}
          >
            Save for this server
          </Button>
        </>
      }
      onClose={onClose}
    >
      <RadioGroup
        aria-label="Server"
        value={chosen ?? ""}
        onValueChange={(value) =>
          setChosen(editions().find(({ naming }) => naming === value)?.naming ?? null)
        }
      >
        {editions().map(({ naming, spelledAs }) => (
          <label key={naming} htmlFor={`${id}-${naming}`} className="flex min-h-11 items-center gap-3">
            <RadioGroupItem id={`${id}-${naming}`} value={naming} />
            {spelledAs}
          </label>
        ))}
      </RadioGroup>
    </OpenDialog>
  );
}

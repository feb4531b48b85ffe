import { Eye, EyeOff, KeyRound, RefreshCw, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Input, InputGroup } from "@/components/ui/input";
import { randomSecret, type SecretField } from "@/lib/shared/settings/kinds/secret";
import { type ControlProps, HiddenNote, nativeProps } from "./control";
import { breaksOf, isSecretEntry, type SecretEntry } from "../store/entry";

/**
 * Shows only whether the secret is set, because the browser never receives the stored value. The operator can replace
 * or clear the secret.
 */
export function SecretControl(props: ControlProps<SecretField>) {
  const { entry, onEntry, field, id } = props;
  if (!isSecretEntry(entry)) throw new Error(`${field.path} is a secret and has a separate editor.`);
  const hasActed = useRef(false);
  const act = (action: SecretEntry["action"], value = "") => {
    hasActed.current = true;
    onEntry({ ...entry, action, value });
  };

  // A click on "Replace" or "Cancel" removes the clicked button, so the focus must move to the element that replaces
  // it.
  useEffect(() => {
    if (hasActed.current && document.activeElement === document.body) document.getElementById(id)?.focus();
    hasActed.current = false;
  }, [entry.action, id]);

  const breaks = breaksOf(field, entry);
  return (
    <>
      {entry.action === "replace" ? (
        <Replacement {...props} entry={entry} act={act} />
      ) : (
        <Stored {...props} entry={entry} act={act} />
      )}
      {breaks ? (
        <Callout tone="warning" role="status">
          {breaks}
        </Callout>
      ) : null}
    </>
  );
}

interface PartProps extends ControlProps<SecretField> {
  entry: SecretEntry;
  act: (action: SecretEntry["action"], value?: string) => void;
}

function Stored({ entry, act, field, id, describedBy, disabled }: PartProps) {
  const isCleared = entry.action === "clear";
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone={isCleared ? "warning" : entry.set ? "success" : "neutral"}>
        <KeyRound aria-hidden="true" />
        {isCleared ? "Will be cleared" : entry.set ? "Set" : "Not set"}
      </Badge>
      <Button
        id={id}
        size="sm"
        aria-describedby={describedBy}
        aria-label={`${entry.set ? "Replace" : "Set"} ${field.label}`}
        disabled={disabled}
        onClick={() => act("replace")}
      >
        {entry.set ? "Replace" : "Set"}
      </Button>
      <Generate field={field} disabled={disabled} onMade={(value) => act("replace", value)} />
      {entry.set ? (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${isCleared ? "Keep" : "Clear"} ${field.label}`}
          disabled={disabled}
          onClick={() => act(isCleared ? "keep" : "clear")}
        >
          {isCleared ? "Keep" : "Clear"}
        </Button>
      ) : null}
    </div>
  );
}

function Replacement({ entry, act, ...props }: PartProps) {
  const { field, disabled } = props;
  const [isRevealed, setRevealed] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <InputGroup className="min-w-48 flex-1">
        <Input
          {...nativeProps(props)}
          // Prevents the browser from inserting the operator's saved password.
          type={isRevealed ? "text" : "password"}
          autoComplete="new-password"
          spellCheck={false}
          className="font-mono"
          placeholder="New value"
          value={entry.value}
          onChange={(event) => act("replace", event.target.value)}
        />
        <Button
          variant="ghost"
          size="icon"
          className="h-[34px] max-sm:h-[42px]"
          aria-label={`${isRevealed ? "Hide" : "Reveal"} the new value`}
          aria-pressed={isRevealed}
          onClick={() => setRevealed(!isRevealed)}
        >
          {isRevealed ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </Button>
      </InputGroup>
      <Generate field={field} disabled={disabled} onMade={(value) => act("replace", value)} />
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Cancel replacing ${field.label}`}
        onClick={() => act("keep")}
      >
        <X aria-hidden="true" />
        Cancel
      </Button>
      <HiddenNote text={entry.value} />
    </div>
  );
}

interface GenerateProps extends Pick<ControlProps<SecretField>, "field" | "disabled"> {
  onMade: (value: string) => void;
}

function Generate({ field: { label, generateBytes }, disabled, onMade }: GenerateProps) {
  if (generateBytes === undefined) return null;
  return (
    <Button
      size="sm"
      aria-label={`Generate ${label}`}
      disabled={disabled}
      onClick={() => onMade(randomSecret(generateBytes))}
    >
      <RefreshCw aria-hidden="true" />
      Generate
    </Button>
  );
}

import { Label } from "@/components/ui/input";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import type { ConnectionChoice, ConnectionView } from "@/lib/shared/contract/instance";
import { ConnectionFields, type Trial } from "./connection-fields";

export type Mode = "standalone" | "connected";

const OPTIONS: Record<Mode, { title: string; text: string }> = {
  standalone: {
    title: "This panel is the instance",
    text: "The panel serves bots and guilds from its own database, and adds missing keys to the file.",
  },
  connected: {
    title: "Connect to a running instance",
    text: "A server that reads this file is already running. The panel works with it through its API.",
  },
};

interface InstanceQuestionProps {
  mode: Mode | null;
  onMode: (mode: Mode) => void;
  isFileOfOthers: boolean;
  trial: Trial;
  connection?: ConnectionView;
}

/**
 * Asks whether the panel runs in standalone mode or works with a running instance. Asked once, before the panel writes
 * the file.
 */
export function InstanceQuestion({ mode, onMode, isFileOfOthers, ...fields }: InstanceQuestionProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">Which instance uses this file?</legend>
      {isFileOfOthers ? (
        <p className="text-sm text-muted-foreground">
          The configuration file appears to belong to another server. The panel does not write to the file
          until you answer.
        </p>
      ) : null}
      <RadioGroup
        value={mode ?? ""}
        onValueChange={(value) => onMode(value === "connected" ? "connected" : "standalone")}
        aria-label="Which instance uses this file?"
      >
        {(Object.keys(OPTIONS) as Mode[]).map((value) => (
          <Label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-lg border p-3 has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft"
          >
            <RadioGroupItem value={value} className="mt-0.5" />
            <span className="flex min-w-0 flex-col gap-0.5">
              <span className="font-medium">{OPTIONS[value].title}</span>
              <span className="text-sm font-normal text-muted-foreground">{OPTIONS[value].text}</span>
            </span>
          </Label>
        ))}
      </RadioGroup>
      {mode === "connected" ? (
        <div className="pt-2">
          <ConnectionFields {...fields} />
        </div>
      ) : null}
    </fieldset>
  );
}

/** Null until a mode is chosen and, for a running instance, a test has found its address. */
export function choiceOf(mode: Mode | null, { value, result }: Trial): ConnectionChoice | null {
  if (mode === "standalone") return { mode };
  if (mode === null || result === null || result.url === null) return null;
  const operatorToken = value.operatorToken.trim();
  return { mode, url: result.url, ...(operatorToken !== "" && { operatorToken }) };
}

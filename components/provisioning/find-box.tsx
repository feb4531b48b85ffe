import { Input } from "@/components/ui/input";

interface FindBoxProps {
  /** What is found: "Find a bot". */
  label: string;
  typed: string;
  onType: (typed: string) => void;
  className: string;
}

/** Above a list: finds what it holds by name or id. */
export function FindBox({ label, typed, onType, className }: FindBoxProps) {
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={`${label} by name or id`}
      className={className}
      maxLength={100}
      value={typed}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

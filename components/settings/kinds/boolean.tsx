import { cn } from "@/components/ui/cn";
import { Switch } from "@/components/ui/switch";
import type { BooleanField } from "@/lib/shared/settings/kinds/boolean";
import { type ControlProps, nativeProps } from "./control";

/** If the file does not set the key, the switch shows the instance's default. */
export function BooleanControl(props: ControlProps<BooleanField>) {
  const { field, value, onChange } = props;
  if (field.default === null) return <ThreeStates {...props} />;
  return (
    <div className="flex items-center gap-3">
      <Switch {...nativeProps(props)} checked={value === true} onCheckedChange={onChange} />
      <span aria-hidden="true" className="text-sm text-muted-foreground">
        {value === true ? "On" : "Off"}
      </span>
    </div>
  );
}

const states = [
  { name: "Not set", value: null },
  { name: "Off", value: false },
  { name: "On", value: true },
] as const;

function ThreeStates({
  id,
  field,
  value,
  onChange,
  disabled,
  invalid,
  ...props
}: ControlProps<BooleanField>) {
  const current = typeof value === "boolean" ? value : null;
  return (
    <div
      role="radiogroup"
      aria-labelledby={props.labelId}
      aria-describedby={props.describedBy}
      aria-invalid={invalid || undefined}
      className="flex gap-0.5 self-start rounded-lg border border-input bg-surface p-0.5"
    >
      {states.map((state) => {
        const isChosen = state.value === current;
        return (
          <span
            key={state.name}
            className={cn(
              "relative flex h-7.5 items-center rounded-md px-3 text-sm max-sm:h-9.5 max-sm:px-4",
              "has-focus-visible:outline-2 has-focus-visible:outline-ring",
              isChosen
                ? "bg-accent-soft font-medium text-accent-text"
                : "text-muted-foreground hover:bg-muted",
            )}
          >
            <input
              // A click on the row's label focuses the element with this id: the selected option.
              id={isChosen ? id : undefined}
              type="radio"
              name={field.path}
              aria-label={state.name}
              checked={isChosen}
              disabled={disabled}
              onChange={() => onChange(state.value)}
              className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
            />
            <span aria-hidden="true">{state.name}</span>
          </span>
        );
      })}
    </div>
  );
}

import type { ControlProps } from "@/components/form/control-props";
import { Input } from "@/components/ui/input";
import type { SnowflakeField } from "@/lib/config/field";
import { snowflakeDate } from "./snowflake-date";
import { nativeProps, textOf } from "./text";

/** An id; it bears the moment it was made, which tells a right one from a mistyped one. */
export function SnowflakeControl(props: ControlProps<SnowflakeField>) {
  const { value, onChange } = props;
  const native = nativeProps(props);
  const dateId = `${props.id}-date`;
  const date = typeof value === "string" ? snowflakeDate(value.trim()) : null;
  return (
    <div className="flex flex-col gap-1">
      <Input
        {...native}
        aria-describedby={`${dateId} ${native["aria-describedby"]}`}
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        placeholder="1104236891374919680"
        value={textOf(value)}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={dateId} className="text-xs text-muted-foreground tabular-nums empty:hidden">
        {date === null ? null : `Made on ${date}`}
      </p>
    </div>
  );
}

import type { ControlProps } from "./control-props";
import { snowflakeDate } from "@/lib/shared/chat/snowflake";
import type { SnowflakeField } from "@/lib/shared/settings/kinds/snowflake";
import { TypedInput } from "./typed-input";

/** Shows the creation time that the id encodes, so that the operator notices a mistyped id. */
export function SnowflakeControl(props: ControlProps<SnowflakeField>) {
  const { value } = props;
  const dateId = `${props.id}-date`;
  const date = typeof value === "string" ? snowflakeDate(value) : null;
  return (
    <div className="flex flex-col gap-1">
      <TypedInput
        control={props}
        hintId={dateId}
        inputMode="numeric"
        className="font-mono"
        placeholder="1104236891374919680"
      />
      <p id={dateId} className="text-xs text-muted-foreground tabular-nums empty:hidden">
        {date === null ? null : `Created on ${date}`}
      </p>
    </div>
  );
}

import { TypedField } from "@/components/shell/form/form-field";
import { isSnowflake, snowflakeDate } from "@/lib/shared/chat/snowflake";

/** Shows the creation time that the id encodes, so that the operator notices a mistyped id. */
export function SnowflakeInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = value.trim();
  const isWrong = id !== "" && !isSnowflake(id);
  const date = snowflakeDate(id);
  return (
    <TypedField
      label={label}
      help={date === null ? "A number of up to 19 digits." : `Created on ${date}`}
      error={isWrong ? "This is not an id. Enter digits only, without spaces or quotes." : undefined}
      inputMode="numeric"
      placeholder="1104236891374919680"
      className="max-w-md font-mono"
      value={value}
      onChange={onChange}
    />
  );
}

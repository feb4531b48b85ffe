import { Textarea } from "@/components/ui/input";
import type { TextField } from "@/lib/shared/settings/kinds/text";
import { listedAt } from "@/lib/shared/settings/relations";
import type { Option } from "@/lib/shared/settings/kinds/kind";
import { regionsOf } from "@/lib/shared/settings/kinds/region-list";
import type { EmailField } from "@/lib/shared/settings/kinds/email";
import type { UrlField } from "@/lib/shared/settings/kinds/url";
import { snowflakeDate } from "@/lib/shared/chat/snowflake";
import type { SnowflakeField } from "@/lib/shared/settings/kinds/snowflake";
import { type ControlProps, nativeProps, textOf, TypedInput, useTypedText } from "./control";
import { useEntry } from "../store/use-setting";
import { Choice } from "./enum";

export function TextControl(props: ControlProps<TextField>) {
  const { field } = props;
  const source = listedAt(field.path);
  if (source !== undefined) return <ListedChoice {...props} source={source} />;
  if (field.multiline) return <Multiline {...props} />;
  return <TypedInput control={props} placeholder={field.placeholder} />;
}

function Multiline(props: ControlProps<TextField>) {
  const [text, setText] = useTypedText(props);
  return (
    <Textarea
      {...nativeProps(props)}
      placeholder={props.field.placeholder}
      rows={3}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

interface ListedChoiceProps extends ControlProps<TextField> {
  /** Path of the region list. Unsaved regions are offered too. */
  source: string;
}

/** If the list is empty, the operator types the id of a region that is built into the instance. */
function ListedChoice({ source, ...props }: ListedChoiceProps) {
  const regions = regionsOf(useEntry(source).value).flatMap(optionOf);
  const { field, onChange } = props;
  if (regions.length === 0) return <TypedInput control={props} placeholder={field.placeholder} />;
  const current = textOf(props.value);
  const isListed = regions.some(({ value }) => value === current);
  const options = isListed ? regions : [unlisted(current), ...regions];
  return <Choice native={nativeProps(props)} value={current || none} options={options} onChange={onChange} />;
}

/** A select cannot have an empty value, and no region has this id. */
const none = "(none)";

function optionOf({ id, name }: { id?: string; name?: string }): Option[] {
  if (id === undefined || id === "") return [];
  return [{ value: id, label: name ? `${name} (${id})` : id }];
}

const unlisted = (current: string): Option =>
  current === ""
    ? { value: none, label: "Not set" }
    : { value: current, label: `${current} (not among the regions)` };

export function EmailControl(props: ControlProps<EmailField>) {
  return <TypedInput control={props} inputMode="email" placeholder="name@example.org" />;
}

/** The input type is not "url", because the browser would show its own messages and reject ws: and amqp: addresses. */
export function UrlControl(props: ControlProps<UrlField>) {
  const { placeholder, protocols } = props.field;
  return (
    <TypedInput
      control={props}
      inputMode="url"
      placeholder={placeholder ?? `${protocols[0] ?? "https"}://`}
    />
  );
}

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

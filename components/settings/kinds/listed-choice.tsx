import type { ControlProps } from "./control-props";
import { useEntry } from "../store/use-setting";
import type { Option } from "@/lib/shared/settings/kinds/kind";
import { regionsOf } from "@/lib/shared/settings/kinds/region-list";
import type { TextField } from "@/lib/shared/settings/kinds/text";
import { Choice } from "./choice";
import { nativeProps, textOf, TypedInput } from "./typed-input";

interface ListedChoiceProps extends ControlProps<TextField> {
  /** Path of the region list. Unsaved regions are offered too. */
  source: string;
}

/**
 * Selects a region of the region list by name. If the list is empty, there is nothing to select, so the operator types
 * the id of a region that is built into the instance.
 */
export function ListedChoice({ source, ...props }: ListedChoiceProps) {
  const regions = regionsOf(useEntry(source).value).flatMap(optionOf);
  const { field, onChange } = props;
  if (regions.length === 0) return <TypedInput control={props} placeholder={field.placeholder} />;
  const current = textOf(props.value);
  const isListed = regions.some(({ value }) => value === current);
  const options = isListed ? regions : [unlisted(current), ...regions];
  return <Choice native={nativeProps(props)} value={current || none} options={options} onChange={onChange} />;
}

/** The value for an unset region. A select cannot have an empty value, and no region has this id. */
const none = "(none)";

function optionOf({ id, name }: { id?: string; name?: string }): Option[] {
  if (id === undefined || id === "") return [];
  return [{ value: id, label: name ? `${name} (${id})` : id }];
}

const unlisted = (current: string): Option =>
  current === ""
    ? { value: none, label: "Not set" }
    : { value: current, label: `${current} (not among the regions)` };

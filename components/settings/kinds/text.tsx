import type { ControlProps } from "./control-props";
import { Textarea } from "@/components/ui/input";
import type { TextField } from "@/lib/shared/settings/kinds/text";
import { listedAt } from "@/lib/shared/settings/relations";
import { ListedChoice } from "./listed-choice";
import { nativeProps, TypedInput, useTypedText } from "./typed-input";

export function TextControl(props: ControlProps<TextField>) {
  const { field } = props;
  const source = listedAt(field.path);
  if (source !== undefined) return <ListedChoice {...props} source={source} />;
  if (field.multiline) return <Multiline {...props} />;
  return <TypedInput control={props} placeholder={field.placeholder} />;
}

function Multiline(props: ControlProps<TextField>) {
  const { field, value, onChange } = props;
  const [text, setText] = useTypedText(field, value, onChange);
  return (
    <Textarea
      {...nativeProps(props)}
      placeholder={field.placeholder}
      rows={3}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

import type { ControlProps } from "./control-props";
import { Textarea } from "@/components/ui/textarea";
import type { TextField } from "@/lib/shared/settings/kinds/text";
import { nativeProps, TypedInput, useTypedText } from "./typed-input";

export function TextControl(props: ControlProps<TextField>) {
  const { field } = props;
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

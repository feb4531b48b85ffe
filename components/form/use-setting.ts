import { useCallback, useSyncExternalStore } from "react";
import { useController, useFormContext } from "react-hook-form";
import type { SettingsFix } from "@/lib/config/document";
import type { Field } from "@/lib/config/field";
import { useConfig, useConfigDocument } from "./config-form";
import { type ConfigForm, type Entry, entryForValue, nameOf, sameEntry, unsetEntry } from "./entry";

/** Whether nothing can be edited now, and why. */
export function useReadOnly(): { disabled: boolean; reason: string | null } {
  const { file } = useConfigDocument();
  return { disabled: file.readOnly !== null || file.state !== "usable", reason: file.readOnly };
}

const never = () => () => {};

/**
 * The live entry of a setting, given what the form says. Drafts of an earlier visit come into the form before all parts
 * of the page have woken up; until a part has, it sees what the server rendered.
 */
export function useLiveEntry(path: string, inForm: Entry): Entry {
  const { store } = useConfig();
  const isAwake = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return isAwake ? inForm : (store.served.base[path] ?? inForm);
}

/** One setting in the form. Renders again only when this setting, or the file, changes. */
export function useSetting(field: Field) {
  const { store, write, apply } = useConfig();
  const { disabled } = useReadOnly();
  const { trigger } = useFormContext<ConfigForm>();
  const name = nameOf(field.path);
  const controller = useController<ConfigForm>({ name });
  const base = useSyncExternalStore(
    store.subscribe,
    () => store.baseAt(field.path),
    () => store.served.base[field.path] ?? store.baseAt(field.path),
  );
  const problems = useSyncExternalStore(
    store.subscribe,
    () => store.problemsAt(field.path),
    () => store.servedProblemsAt(field.path),
  );
  const entry = useLiveEntry(field.path, controller.field.value as Entry);
  const error = controller.fieldState.error?.message;

  const { onChange, onBlur } = controller.field;
  const onEntry = useCallback(
    (next: Entry) => {
      onChange(next);
      store.note(field.path, next);
      if (error !== undefined) void trigger(name);
    },
    [onChange, store, field.path, error, trigger, name],
  );

  return {
    entry,
    base,
    error,
    disabled,
    isChanged: !sameEntry(entry, base),
    canReset: !sameEntry(entry, unsetEntry(field, base)),
    problems,
    onEntry,
    onChange: (value: unknown) => onEntry(entryForValue(field, store.baseAt(field.path), value)),
    onBlur,
    fix: ({ operations }: SettingsFix) => apply(operations),
    reset: () => write(field.path, unsetEntry(field, base)),
    revert: () => write(field.path, base),
  };
}

export type Setting = ReturnType<typeof useSetting>;

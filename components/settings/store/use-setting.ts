import { useCallback, useSyncExternalStore } from "react";
import { useController, useWatch } from "react-hook-form";
import type { Problem, SettingsFix } from "@/lib/shared/contract/config-snapshot";
import type { Field } from "@/lib/shared/settings/field";
import { useStanding } from "@/components/shell/standing";
import { limitOf, limitReason } from "@/lib/shared/role";
import { settingRefusal } from "@/lib/shared/settings/refusal";
import { editionOf } from "@/lib/shared/settings/editions";
import { useConfigDocument, useConfigStore, useFileSummary } from "./config-form";
import { type ConfigForm, type Entry, entryForValue, nameOf, sameEntry, unsetEntry } from "./entry";

/** `reason` may be set without `disabled`: then changes can be prepared, but not saved. */
export function useReadOnly(): { disabled: boolean; reason: string | null } {
  const { file } = useConfigDocument();
  const isReadOnly = file.readOnly !== null && !file.canCompose;
  return { disabled: isReadOnly || file.state !== "usable", reason: file.readOnly };
}

export function useRefusal(): (path: string) => string | null {
  const standing = useStanding();
  const { registry } = editionOf(useFileSummary().naming);
  return useCallback((path) => settingRefusal(standing, path, registry), [standing, registry]);
}

export function useWholeRefusal(): string | null {
  const { file } = useFileSummary();
  const sections = limitOf(useStanding());
  return file.readOnly ?? (sections === undefined ? null : limitReason(sections));
}

const noProblems: readonly Problem[] = [];
const never = () => () => {};

/**
 * Returns the form's entry or, during hydration, the entry that the server rendered. The form may already
 * contain restored unsaved changes at that time.
 */
function useAwakeEntry(path: string, inForm: Entry): Entry {
  const served = useConfigStore().served.entries[path] ?? inForm;
  // The form stores copies of entries. For an unchanged entry, the original object avoids a second render.
  const now = sameEntry(inForm, served) ? served : inForm;
  return useSyncExternalStore(
    never,
    () => now,
    () => served,
  );
}

function useInStore<T>(read: (path: string) => T, path: string, served: () => T): T {
  return useSyncExternalStore(useConfigStore().subscribe, () => read(path), served);
}

/** The component rerenders only if this entry changes. */
export function useEntry(path: string): Entry {
  const { form } = useConfigStore();
  return useAwakeEntry(path, useWatch({ control: form.control, name: nameOf(path), exact: true }));
}

export function useSetting(field: Field) {
  const { path } = field;
  const store = useConfigStore();
  const readOnly = useReadOnly();
  const refusal = useRefusal()(path);
  const disabled = readOnly.disabled || refusal !== null;
  const name = nameOf(path);
  const controller = useController<ConfigForm>({ control: store.form.control, name });
  const { served } = store;
  const saved = useInStore(store.savedAt, path, () => served.entries[path] ?? store.savedAt(path));
  const problems = useInStore(store.problemsAt, path, () => served.problems.get(path) ?? noProblems);
  const overtaken = useInStore(store.overtakenAt, path, () => undefined);
  const entry = useAwakeEntry(path, controller.field.value);
  const error = controller.fieldState.error?.message;

  const { onChange, onBlur } = controller.field;
  const onEntry = useCallback(
    (next: Entry) => {
      onChange(next);
      if (error !== undefined) void store.form.trigger(name);
    },
    [onChange, store, error, name],
  );

  return {
    entry,
    saved,
    error,
    disabled,
    refusal,
    isChanged: !sameEntry(entry, saved),
    /**
     * If another operator has changed the setting since this operator started to edit it, the entry before both
     * changes.
     */
    overtaken,
    canReset: !sameEntry(entry, unsetEntry(field, saved)),
    problems,
    onEntry,
    onChange: (value: unknown) => onEntry(entryForValue(field, store.savedAt(path), value)),
    onBlur,
    fix: ({ operations }: SettingsFix) => store.applyOperations(operations),
    reset: () => store.setDraft(path, unsetEntry(field, saved)),
    revert: () => store.revert([path]),
  };
}

export type Setting = ReturnType<typeof useSetting>;

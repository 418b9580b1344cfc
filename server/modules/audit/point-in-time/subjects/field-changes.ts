import type { FieldChange } from '#domain/history/point-in-time.contract.ts';
import type { SubjectState } from './state-at.ts';

/** The fields that differ, in display order. */
export function listFieldChanges(before: SubjectState, after: SubjectState): FieldChange[] {
  const fields = new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})]);
  fields.delete('id');
  return [...fields]
    .map((field) => ({ field, before: toJson(before?.[field]), after: toJson(after?.[field]) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

function toJson(value: unknown): FieldChange['before'] {
  // Documents hold JSON; an absent field is null in it.
  return (value ?? null) as FieldChange['before'];
}

import { type ReactNode, type Ref, useImperativeHandle } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { radii, type UserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { PriceField } from '#web/components/ui/form/price-field.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { formatLimit } from '#web/lib/format.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { cleanInput } from './clean-input.ts';
import { cleanPrice, cleanZip, type FilterValues, isSameFilters } from './filter-values.ts';
import { FilterMap } from './map/filter-map.tsx';
import { FilterPreview } from './filter-preview.tsx';
import { HigherLimit } from './higher-limit.tsx';
import { NotificationFields } from './notification-fields.tsx';
import { type PreviewState, usePreview } from './use-preview.ts';
import { PropertyTypeFields } from './property-type-fields.tsx';
import { FiltersChangedNotice } from './filters-changed-notice.tsx';
import { useFilterForm } from './use-filter-form.ts';

type FilterFormProps = {
  user: UserView;
  /** Includes tiny homes and the notification frequency, which the older settings page lacks. */
  showsAllFields: boolean;
  /** For a form in a sheet: says whether there are edits, and what happens once they are saved. */
  sheet?: { isEdited: Ref<() => boolean>; onSaved: () => void };
};

export function FilterForm({ user, showsAllFields, sheet }: FilterFormProps) {
  const limit = user.maxPriceLimit;
  const { form, save, isSaving, saved, isChangedElsewhere, acceptSaved, revert } = useFilterForm(
    user,
    showsAllFields,
    sheet?.onSaved,
  );
  const { register, handleSubmit, control } = form;
  const { errors } = form.formState;
  const { field: price } = useController({ name: 'maxPrice', control });
  const values = useWatch({ control, compute: (current: FilterValues) => current });
  const preview = usePreview(values, limit);
  const edited = !isSameFilters(values, saved);
  // Read from the form itself: what was typed last may not be rendered yet.
  useImperativeHandle(sheet?.isEdited, () => () => !isSameFilters(form.getValues(), saved));
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(save)(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <div>
        <PriceField
          label="Max Price"
          hint={`Max is set to ${formatLimit(limit)}`}
          error={errors.maxPrice?.message}
          clean={(typed) => cleanPrice(typed, limit)}
          {...price}
        />
        <HigherLimit user={user} />
      </div>
      <SelectField label="Mileage Radius" {...register('mileageRadius', { valueAsNumber: true })}>
        {radii.map((miles) => (
          <option key={miles} value={miles}>
            {miles} miles
          </option>
        ))}
      </SelectField>
      <TextField
        label="ZIP Code"
        inputMode="numeric"
        autoComplete="postal-code"
        hint={getZipHint(values.zipCode, preview)}
        error={errors.zipCode?.message}
        {...cleanInput(register('zipCode'), cleanZip)}
      />
      <PropertyTypeFields register={register} showsAll={showsAllFields} />
      {showsAllFields && <NotificationFields register={register} />}
      <FilterMap preview={preview.data} miles={values.mileageRadius} zipCode={values.zipCode} edited={edited} />
      <FilterPreview preview={preview} values={values} limit={limit} />
      <FormEnd isInSheet={sheet !== undefined} isSaving={isSaving} edited={edited}>
        {isChangedElsewhere && <FiltersChangedNotice edited={edited} onDismiss={acceptSaved} revert={revert} />}
      </FormEnd>
    </form>
  );
}

type FormEndProps = { isInSheet: boolean; isSaving: boolean; edited: boolean; children: ReactNode };

/** The button, in reach in a sheet however long the form is; `children` is what to say of it. */
function FormEnd({ isInSheet, isSaving, edited, children }: FormEndProps) {
  return (
    <div className={joinClasses(isInSheet && 'sticky bottom-0 z-10 -mx-5 border-t border-line bg-surface px-5 py-3')}>
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" pending={isSaving && 'Saving…'} className={isInSheet ? 'max-sm:flex-1' : ''}>
          Save Preferences
        </Button>
        {edited && <span className="text-sm text-muted">Unsaved changes</span>}
      </div>
      <div role="status" className="not-empty:mt-4">
        {children}
      </div>
    </div>
  );
}

/** Without a ZIP, or with an unknown one, the scout has no area to search. */
function getZipHint(typed: string, { data }: PreviewState): string | undefined {
  if (typed === '') return 'Required for alerts: we search around this ZIP.';
  return data && !data.zipKnown ? (data.hint ?? undefined) : undefined;
}

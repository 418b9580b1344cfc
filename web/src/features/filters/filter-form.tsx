import { useWatch } from 'react-hook-form';
import { radii, type UserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { formatLimit } from '#web/lib/format.ts';
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
};

export function FilterForm({ user, showsAllFields }: FilterFormProps) {
  const limit = user.maxPriceLimit;
  const { form, save, isSaving, saved, isChangedElsewhere, acceptSaved, revert } = useFilterForm(user, showsAllFields);
  const { register, handleSubmit, control } = form;
  const { errors } = form.formState;
  const values = useWatch({ control, compute: (current: FilterValues) => current });
  const preview = usePreview(values, limit);
  const edited = !isSameFilters(values, saved);
  return (
    <form
      noValidate
      onSubmit={(event) => void handleSubmit(save)(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <div>
        <TextField
          label="Max Price"
          unit="$"
          inputMode="numeric"
          autoComplete="off"
          hint={`Max is set to ${formatLimit(limit)}`}
          error={errors.maxPrice?.message}
          {...cleanInput(register('maxPrice'), (typed) => cleanPrice(typed, limit))}
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
      <div>
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" pending={isSaving && 'Saving…'}>
            Save Preferences
          </Button>
          {edited && <span className="text-sm text-muted">Unsaved changes</span>}
        </div>
        <div role="status" className="not-empty:mt-4">
          {isChangedElsewhere && <FiltersChangedNotice edited={edited} onDismiss={acceptSaved} revert={revert} />}
        </div>
      </div>
    </form>
  );
}

/** Without a ZIP, or with an unknown one, the scout has no area to search. */
function getZipHint(typed: string, { data }: PreviewState): string | undefined {
  if (typed === '') return 'Required for alerts: we search around this ZIP.';
  return data && !data.zipKnown ? (data.hint ?? undefined) : undefined;
}

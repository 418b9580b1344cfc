import type { ReactNode } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { radii } from '#domain/user/contract.ts';
import { EditConflictNotice } from '#web/components/edit-conflict-notice.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { formatLimit } from '#web/lib/format.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';
import { homePageTypeFlags, optionalTypes } from '#domain/listing/property-types.contract.ts';
import { MaxPriceField, ZipField } from './area-fields.tsx';
import { useFilterFormContext } from './filter-form-provider.tsx';
import { type FilterValues, isSameFilters } from './filter-values.ts';
import { FilterMap } from './map/filter-map.tsx';
import { FilterPreview } from './filter-preview.tsx';
import { HigherLimit } from './higher-limit.tsx';
import type { PreviewState } from './use-preview.ts';

export function FilterForm({ isInSheet = false }: { isInSheet?: boolean }) {
  const filters = useFilterFormContext();
  const { form, user, saved, isChangedElsewhere, acceptSaved, revert, part } = filters;
  const { showsErrors, isSaving, submit } = part('filters');
  const { values, preview, showsAllFields } = filters;
  const limit = user.maxPriceLimit;
  const { register } = form;
  const edited = !isSameFilters(values, saved);
  return (
    <form
      noValidate
      onSubmit={submit}
      // A field that takes the focus is not hidden behind the end of the form.
      className="grid grid-cols-[minmax(0,1fr)] gap-5 [&_:is(input,select)]:scroll-mb-24"
    >
      <div>
        <MaxPriceField label="Max Price" hint={`Max is set to ${formatLimit(limit)}`} showsErrors={showsErrors} />
        <HigherLimit user={user} />
      </div>
      <SelectField label="Mileage Radius" {...register('mileageRadius', { valueAsNumber: true })}>
        {radii.map((miles) => (
          <option key={miles} value={miles}>
            {miles} miles
          </option>
        ))}
      </SelectField>
      <ZipField label="ZIP Code" hint={getZipHint(values.zipCode, preview)} showsErrors={showsErrors} />
      <PropertyTypeFields register={register} showsAll={showsAllFields} />
      {showsAllFields && <NotificationFields register={register} />}
      <FilterMap preview={preview.data} miles={values.mileageRadius} zipCode={values.zipCode} edited={edited} />
      <FilterPreview preview={preview} values={values} limit={limit} />
      <FormEnd isInSheet={isInSheet} isSaving={isSaving} edited={edited}>
        {isChangedElsewhere && (
          <EditConflictNotice actions={edited ? { 'Load saved preferences': revert } : { OK: acceptSaved }}>
            Your saved preferences were changed elsewhere.{' '}
            {edited ? 'Your unsaved edits were kept.' : 'They are shown here.'}
          </EditConflictNotice>
        )}
      </FormEnd>
    </form>
  );
}

type FormEndProps = { isInSheet: boolean; isSaving: boolean; edited: boolean; children: ReactNode };

/** The button, in reach however long the form is; `children` is what to say of it. */
function FormEnd({ isInSheet, isSaving, edited, children }: FormEndProps) {
  return (
    <div
      className={joinClasses(
        'sticky z-10 -mx-5 border-t border-line bg-surface px-5 py-3',
        isInSheet ? 'bottom-0' : 'bottom-(--bottom-bar) sm:-mx-6 sm:px-6',
      )}
    >
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

function NotificationFields({ register }: { register: UseFormRegister<FilterValues> }) {
  return (
    <div className="grid gap-1.5">
      <SelectField label="Notification Preference" {...register('notificationPreference')}>
        <option value="immediate">Right away</option>
        <option value="daily">Daily digest at 7 am</option>
      </SelectField>
      <Checkbox label="Also email me alerts" {...register('alertMails')} />
      <Checkbox label="Weekly summary, Mondays at 7 am" {...register('weeklySummary')} />
      <Checkbox label="Quiet hours: nothing is sent from 9 pm to 7 am" {...register('quietHours')} />
    </div>
  );
}

type PropertyTypeFieldsProps = { register: UseFormRegister<FilterValues>; showsAll: boolean };

function PropertyTypeFields({ register, showsAll }: PropertyTypeFieldsProps) {
  const visibleTypes = optionalTypes.filter(({ flag }) => showsAll || !homePageTypeFlags.includes(flag));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Property types</legend>
      <p className="mb-1 text-sm text-muted">Houses are always included.</p>
      {visibleTypes.map(({ flag, heading }) => (
        <Checkbox key={flag} label={`Include ${heading}`} {...register(flag)} />
      ))}
    </fieldset>
  );
}

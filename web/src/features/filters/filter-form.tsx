import type { ReactNode } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { radii } from '#domain/user/contract.ts';
import { EditConflictNotice } from '#web/components/edit-conflict-notice.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { Options, SelectField } from '#web/components/ui/form/select.tsx';
import { formatLimit } from '#web/lib/format.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';
import { optionalTypes } from '#domain/listing/property-types.contract.ts';
import { MaxPriceField, ZipField } from './area-fields.tsx';
import { useFilterFormContext } from './filter-form-provider.tsx';
import { type FilterFormKind, type FilterValues, isSameFilters, isVisibleField } from './filter-values.ts';
import { FilterMap } from './filter-map.tsx';
import { FilterPreview } from './filter-preview.tsx';
import { HigherLimit } from './higher-limit.tsx';
import type { PreviewState } from './use-preview.ts';

type FilterFormProps = {
  isInSheet?: boolean;
  /** Leaves the form of a new search. */
  cancel?: (() => void) | undefined;
};

export function FilterForm({ isInSheet = false, cancel }: FilterFormProps) {
  const filters = useFilterFormContext();
  const { form, user, saved, isChangedElsewhere, acceptSaved, revert, part } = filters;
  const { showsErrors, isSaving, submit } = part('filters');
  const { values, preview, kind, searchId } = filters;
  const limit = formatLimit(user.maxPriceLimit);
  const { register } = form;
  const edited = !isSameFilters(values, saved);
  return (
    <form
      noValidate
      onSubmit={submit}
      // A field that takes the focus is not hidden behind the end of the form.
      className="grid grid-cols-[minmax(0,1fr)] gap-5 [&_:is(input,select)]:scroll-mb-24"
    >
      {kind === 'search' && (
        <TextField
          label="Name"
          autoComplete="off"
          autoFocus={searchId === null}
          error={form.formState.errors.name?.message}
          {...register('name')}
        />
      )}
      <div>
        <MaxPriceField label="Max Price" hint={`Max is set to ${limit}`} showsErrors={showsErrors} />
        <HigherLimit user={user} />
      </div>
      <SelectField label="Mileage Radius" {...register('mileageRadius', { valueAsNumber: true })}>
        <Options choices={radii.map((miles) => [miles, `${miles} miles`])} />
      </SelectField>
      <ZipField label="ZIP Code" hint={getZipHint(values.zipCode, preview)} showsErrors={showsErrors} />
      <PropertyTypeFields register={register} kind={kind} />
      {kind !== 'settings' && <NotificationFields register={register} kind={kind} />}
      <FilterMap edited={edited} />
      <FilterPreview />
      <FormEnd isInSheet={isInSheet} isSaving={isSaving} edited={edited} kind={kind} cancel={cancel}>
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

type FormEndProps = {
  isInSheet: boolean;
  isSaving: boolean;
  edited: boolean;
  kind: FilterFormKind;
  cancel: (() => void) | undefined;
  children: ReactNode;
};

/** The button, in reach however long the form is; `children` is what to say of it. */
function FormEnd({ isInSheet, isSaving, edited, kind, cancel, children }: FormEndProps) {
  return (
    <div
      className={joinClasses(
        'sticky z-10 -mx-5 border-t border-line bg-surface px-5 py-3',
        isInSheet ? 'bottom-0' : 'bottom-(--bottom-bar) sm:-mx-6 sm:px-6',
      )}
    >
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" pending={isSaving && 'Saving…'} className={isInSheet ? 'max-sm:flex-1' : ''}>
          {kind === 'search' ? 'Save' : 'Save Preferences'}
        </Button>
        {cancel && (
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        )}
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

type FieldsProps = { register: UseFormRegister<FilterValues>; kind: FilterFormKind };

function NotificationFields({ register, kind }: FieldsProps) {
  return (
    <div className="grid gap-1.5">
      <SelectField label="Notification Preference" {...register('notificationPreference')}>
        <option value="immediate">Right away</option>
        <option value="daily">Daily digest at 7 am</option>
      </SelectField>
      {isVisibleField('alertMails', kind) && <Checkbox label="Also email me alerts" {...register('alertMails')} />}
      <Checkbox label="Weekly summary, Mondays at 7 am" {...register('weeklySummary')} />
      {isVisibleField('quietHours', kind) && (
        <Checkbox label="Quiet hours: nothing is sent from 9 pm to 7 am" {...register('quietHours')} />
      )}
    </div>
  );
}

function PropertyTypeFields({ register, kind }: FieldsProps) {
  const visibleTypes = optionalTypes.filter(({ flag }) => isVisibleField(flag, kind));
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

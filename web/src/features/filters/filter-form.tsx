import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type Control, useForm, type UseFormRegister, useWatch } from 'react-hook-form';
import { radii, type UserView, userPaths, userView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Checkbox } from '#web/components/ui/checkbox.tsx';
import { TextField } from '#web/components/ui/field.tsx';
import { SelectField } from '#web/components/ui/select.tsx';
import { useAction } from '#web/lib/action.ts';
import { sendFor } from '#web/lib/api.ts';
import { formatLimit } from '#web/lib/format.ts';
import { userQuery } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { cleaned } from './cleaned.ts';
import {
  cleanPrice,
  cleanZip,
  type FilterBody,
  filterForm,
  type FilterValues,
  filterValues,
  sameFilters,
} from './filter-values.ts';

export function FilterForm({ user }: { user: UserView }) {
  const limit = user.maxPriceLimit;
  const saved = filterValues(user);
  const save = useSaveFilters();
  const { register, handleSubmit, control, formState } = useForm<FilterValues, unknown, FilterBody>({
    resolver: zodResolver(filterForm(limit)),
    values: saved,
    // The user may change under the form (live, or from another window): what is being edited here stays.
    resetOptions: { keepDirtyValues: true },
  });
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save.start)(event)} className="grid gap-5">
      <TextField
        label="Max Price"
        unit="$"
        inputMode="numeric"
        autoComplete="off"
        hint={`Max is set to ${formatLimit(limit)}`}
        error={formState.errors.maxPrice?.message}
        {...cleaned(register('maxPrice'), (typed) => cleanPrice(typed, limit))}
      />
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
        error={formState.errors.zipCode?.message}
        {...cleaned(register('zipCode'), cleanZip)}
      />
      <PropertyTypes register={register} />
      <SelectField label="Notification Preference" {...register('notificationPreference')}>
        <option value="immediate">Immediate: as soon as one is found</option>
        <option value="daily">Daily: one digest each morning</option>
      </SelectField>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" pending={save.pending && 'Saving…'}>
          Save Preferences
        </Button>
        <UnsavedChanges control={control} saved={saved} />
      </div>
    </form>
  );
}

function PropertyTypes({ register }: { register: UseFormRegister<FilterValues> }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Property types</legend>
      <p className="mb-1 text-sm text-muted">Houses are always included.</p>
      <Checkbox label="Include Mobile Homes" {...register('includeMobileHomes')} />
      <Checkbox label="Include Raw Land" {...register('includeRawLand')} />
      <Checkbox label="Include Tiny Homes" {...register('includeTinyHomes')} />
    </fieldset>
  );
}

function UnsavedChanges({
  control,
  saved,
}: {
  control: Control<FilterValues, unknown, FilterBody>;
  saved: FilterValues;
}) {
  const edited = useWatch({ control, compute: (values) => !sameFilters(values, saved) });
  return edited ? <span className="text-sm text-muted">Unsaved changes</span> : null;
}

function useSaveFilters() {
  const queryClient = useQueryClient();
  return useAction({
    send: (filters: FilterBody) => sendFor(userView, 'PATCH', userPaths.profile, filters),
    done: (user) => {
      queryClient.setQueryData(userQuery.queryKey, user);
      toast({ title: 'Profile Updated', description: 'Your filter preferences have been saved.' });
    },
    failure: 'Update failed',
  });
}

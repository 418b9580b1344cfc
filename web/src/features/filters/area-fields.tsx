import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { TextField } from '#web/components/ui/form/field.tsx';
import { PriceField } from '#web/components/ui/form/price-field.tsx';
import { useFilterFormContext } from './filter-form-provider.tsx';
import { cleanInput, cleanPrice, cleanZip } from './filter-values.ts';

// Controlled, so that a page can show a field of the form twice.

type AreaFieldProps = { label: string; hint?: ReactNode; showsErrors: boolean };

export function MaxPriceField({ showsErrors, ...props }: AreaFieldProps) {
  const { form, user } = useFilterFormContext();
  const { field, fieldState } = useController({ name: 'maxPrice', control: form.control });
  return (
    <PriceField
      {...props}
      error={showsErrors ? fieldState.error?.message : undefined}
      clean={(typed) => cleanPrice(typed, user.maxPriceLimit)}
      {...field}
    />
  );
}

export function ZipField({ showsErrors, ...props }: AreaFieldProps) {
  const { form } = useFilterFormContext();
  const { field, fieldState } = useController({ name: 'zipCode', control: form.control });
  return (
    <TextField
      {...props}
      inputMode="numeric"
      autoComplete="postal-code"
      error={showsErrors ? fieldState.error?.message : undefined}
      {...cleanInput(field, cleanZip)}
    />
  );
}

import { homePageTypeFlags, optionalTypes } from '#domain/listing/property-types.contract.ts';
import type { UseFormRegister } from 'react-hook-form';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';
import type { FilterValues } from './filter-values.ts';

type PropertyTypeFieldsProps = { register: UseFormRegister<FilterValues>; showsAll: boolean };

export function PropertyTypeFields({ register, showsAll }: PropertyTypeFieldsProps) {
  const shown = optionalTypes.filter(({ flag }) => showsAll || !homePageTypeFlags.includes(flag));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Property types</legend>
      <p className="mb-1 text-sm text-muted">Houses are always included.</p>
      {shown.map(({ flag, heading }) => (
        <Checkbox key={flag} label={`Include ${heading}`} {...register(flag)} />
      ))}
    </fieldset>
  );
}

import type { UseFormRegister } from 'react-hook-form';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';
import type { FilterValues } from './filter-values.ts';

type PropertyTypeFieldsProps = { register: UseFormRegister<FilterValues>; withTinyHomes: boolean };

export function PropertyTypeFields({ register, withTinyHomes }: PropertyTypeFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-semibold">Property types</legend>
      <p className="mb-1 text-sm text-muted">Houses are always included.</p>
      <Checkbox label="Include Mobile Homes" {...register('includeMobileHomes')} />
      <Checkbox label="Include Raw Land" {...register('includeRawLand')} />
      {withTinyHomes && <Checkbox label="Include Tiny Homes" {...register('includeTinyHomes')} />}
    </fieldset>
  );
}

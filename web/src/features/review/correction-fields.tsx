import { propertyTypes } from '#domain/listing/contract.ts';
import { TextField } from '#web/components/ui/form/field.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { capital } from '#web/lib/capital.ts';
import type { FieldName, Fields } from './corrections.ts';

type CorrectionFieldsProps = {
  fields: Fields;
  problem: { field: FieldName; text: string } | null;
  readOnly: boolean;
  edit: (change: Partial<Fields>) => void;
};

export function CorrectionFields({ fields, problem, readOnly, edit }: CorrectionFieldsProps) {
  const field = (name: FieldName, label: string) => ({
    label,
    name,
    value: fields[name],
    error: problem?.field === name ? problem.text : undefined,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => edit({ [name]: target.value }),
  });
  return (
    <div className="grid gap-4 sm:grid-cols-6">
      <div className="sm:col-span-6">
        <TextField {...field('title', 'Title')} readOnly={readOnly} />
      </div>
      <div className="sm:col-span-3">
        <TextField {...field('price', 'Price')} placeholder="$45,000" readOnly={readOnly} />
      </div>
      <div className="sm:col-span-3">
        <SelectField {...field('propertyType', 'Type')} disabled={readOnly}>
          <option value="" disabled>
            Choose a type
          </option>
          {propertyTypes.map((type) => (
            <option key={type} value={type}>
              {capital(type)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="sm:col-span-2">
        <TextField {...field('zipCode', 'ZIP code')} inputMode="numeric" readOnly={readOnly} />
      </div>
      <div className="sm:col-span-3">
        <TextField {...field('city', 'City')} readOnly={readOnly} />
      </div>
      <div className="sm:col-span-1">
        <TextField {...field('state', 'State')} readOnly={readOnly} />
      </div>
    </div>
  );
}

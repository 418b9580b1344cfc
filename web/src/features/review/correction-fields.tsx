import { propertyTypes } from '#domain/listing/contract.ts';
import { TextField } from '#web/components/ui/form/field.tsx';
import { PriceTextField } from '#web/components/ui/form/price-field.tsx';
import { Options, SelectField, toChoices } from '#web/components/ui/form/select.tsx';
import type { ReviewFieldName, ReviewFields } from './corrections.ts';

type CorrectionFieldsProps = {
  fields: ReviewFields;
  problem: { field: ReviewFieldName; text: string } | null;
  readOnly: boolean;
  edit: (change: Partial<ReviewFields>) => void;
};

export function CorrectionFields({ fields, problem, readOnly, edit }: CorrectionFieldsProps) {
  const field = (name: ReviewFieldName, label: string) => ({
    label,
    name,
    value: fields[name],
    error: problem?.field === name ? problem.text : undefined,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => edit({ [name]: target.value }),
  });
  return (
    <div className="grid grid-cols-6 gap-4">
      <div className="col-span-6">
        <TextField {...field('title', 'Title')} readOnly={readOnly} />
      </div>
      <div className="col-span-6 sm:col-span-3">
        <PriceTextField {...field('price', 'Price')} placeholder="$45,000" readOnly={readOnly} />
      </div>
      <div className="col-span-6 sm:col-span-3">
        <SelectField {...field('propertyType', 'Type')} disabled={readOnly}>
          <option value="" disabled>
            Choose a type
          </option>
          <Options choices={toChoices(propertyTypes)} />
        </SelectField>
      </div>
      <div className="col-span-6 sm:col-span-2">
        <TextField {...field('zipCode', 'ZIP code')} inputMode="numeric" readOnly={readOnly} />
      </div>
      <div className="col-span-4 sm:col-span-3">
        <TextField {...field('city', 'City')} readOnly={readOnly} />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <TextField {...field('state', 'State')} readOnly={readOnly} />
      </div>
      <div className="col-span-3">
        <TextField {...field('county', 'County')} readOnly={readOnly} />
      </div>
      <div className="col-span-3">
        <TextField {...field('parcel', 'Parcel number')} readOnly={readOnly} />
      </div>
    </div>
  );
}

import { TextField } from '#web/components/ui/form/field.tsx';
import { PriceTextField } from '#web/components/ui/form/price-field.tsx';
import { TextArea } from '#web/components/ui/form/text-area.tsx';
import { type ListingFieldName, listingFieldLabels, type ListingRow } from './listing-rows.ts';
import type { ListingsEditor } from './use-listings-editor.ts';

type ListingFieldsProps = { row: ListingRow; index: number; listings: ListingsEditor };

export function ListingFields({ row, index, listings }: ListingFieldsProps) {
  const field = (name: ListingFieldName) => ({
    label: listingFieldLabels[name],
    name,
    error: row.isValidated ? listings.problems[index]?.[name] : undefined,
    value: row[name],
    // Input during a save would be lost.
    readOnly: listings.isSaving,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => listings.edit(index, { [name]: target.value }),
  });
  return (
    <div className="grid min-w-0 flex-1 gap-4 sm:grid-cols-3">
      <div className="sm:col-span-2">
        <TextField {...field('title')} data-start />
      </div>
      <PriceTextField {...field('price')} placeholder="$45,000" />
      <div className="grid gap-4 sm:col-span-3 sm:grid-cols-2">
        <TextField {...field('link')} type="url" inputMode="url" placeholder="https://" />
        <TextField {...field('imageUrl')} type="url" inputMode="url" placeholder="https://" />
      </div>
      <div className="sm:col-span-3">
        <TextArea {...field('details')} rows={2} />
      </div>
    </div>
  );
}

import type { RefObject } from 'react';
import { TextField } from '#web/components/ui/form/field.tsx';
import { PriceTextField } from '#web/components/ui/form/price-field.tsx';
import { TextArea } from '#web/components/ui/form/text-area.tsx';
import type { EntryDraft, EntryFieldName } from './draft.ts';

type EntryFieldsProps = {
  draft: EntryDraft;
  problem: { field: EntryFieldName; text: string } | null;
  readOnly: boolean;
  edit: (change: Partial<EntryDraft>) => void;
  first: RefObject<HTMLInputElement | null>;
};

export function EntryFields({ draft, problem, readOnly, edit, first }: EntryFieldsProps) {
  const field = (name: EntryFieldName, label: string) => ({
    label,
    name,
    readOnly,
    value: draft[name],
    error: problem?.field === name ? problem.text : undefined,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => edit({ [name]: target.value }),
  });
  const address = { type: 'url', inputMode: 'url', placeholder: 'https://' } as const;
  return (
    <div className="grid grid-cols-6 gap-5">
      <div className="col-span-6 sm:col-span-4">
        <TextField {...field('title', 'Title')} ref={first} />
      </div>
      <div className="col-span-6 sm:col-span-2">
        <PriceTextField {...field('price', 'Price')} placeholder="$45k obo" />
      </div>
      <div className="col-span-6">
        <TextArea {...field('details', 'Details')} rows={5} />
      </div>
      <div className="col-span-6 sm:col-span-2">
        <TextField {...field('zipCode', 'ZIP code')} inputMode="numeric" />
      </div>
      <div className="col-span-4 sm:col-span-3">
        <TextField {...field('city', 'City')} />
      </div>
      <div className="col-span-2 sm:col-span-1">
        <TextField {...field('state', 'State')} />
      </div>
      <div className="col-span-6 sm:col-span-3">
        <TextField {...field('link', 'Link')} {...address} />
      </div>
      <div className="col-span-6 sm:col-span-3">
        <TextField {...field('imageUrl', 'Picture link (optional)')} {...address} />
      </div>
    </div>
  );
}

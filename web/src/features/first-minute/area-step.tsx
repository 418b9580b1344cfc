import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type MatchPreview, previewDays } from '#domain/matching/preview.contract.ts';
import { defaultMaxPrice, type UserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { PriceField } from '#web/components/ui/form/price-field.tsx';
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { areaPreviewQuery, saveArea } from './queries.ts';

const zipLength = 5;
const debounceMs = 300;
const zipError = 'Incorrect ZIP code format, must be 5 numbers';

/** The two filters that alerts need, with what they would have brought. */
export function AreaStep({ user }: { user: UserView }) {
  const [zipCode, setZipCode] = useState('');
  const [price, setPrice] = useState(String(user.maxPrice ?? defaultMaxPrice));
  const [isTried, setIsTried] = useState(false);
  const save = useUserAction(saveArea, { errorTitle: 'Update failed' });
  const maxPrice = Math.min(Number(price), user.maxPriceLimit);
  const isComplete = zipCode.length === zipLength;
  const area = useDebouncedValue(isComplete ? `${zipCode} ${maxPrice}` : '', debounceMs);
  const { data, isFetching } = useQuery(areaPreviewQuery(area === '' ? null : { zipCode, maxPrice }));
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
        if (isComplete) save.start({ zipCode, maxPrice });
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Your ZIP"
          inputMode="numeric"
          autoComplete="postal-code"
          error={isTried && !isComplete ? zipError : undefined}
          value={zipCode}
          onChange={({ target }) => setZipCode(target.value.replace(/\D/g, '').slice(0, zipLength))}
        />
        <PriceField
          label="Highest price"
          value={price}
          clean={(typed) => typed.replace(/\D/g, '').slice(0, 7)}
          onChange={setPrice}
        />
      </div>
      <p role="status" className="min-h-[2lh] text-sm text-pretty text-muted sm:min-h-[1lh]">
        {isComplete && !isFetching && data ? describeArea(data) : 'We look within 50 miles of your ZIP.'}
      </p>
      <div>
        <Button type="submit" pending={save.pending && 'Saving…'}>
          Continue
        </Button>
      </div>
    </form>
  );
}

function describeArea({ count, zipKnown, hint }: MatchPreview): string {
  if (!zipKnown) return hint ?? 'We don’t know this ZIP.';
  if (count === 0) return `Nothing in the last ${previewDays} days: a higher price would bring more.`;
  return `In the last ${previewDays} days this would have brought you ${count === 1 ? '1 listing' : `${count} listings`}.`;
}

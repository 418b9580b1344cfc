import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ListingMarks, type ListingStatus, listingStatuses, statusNames } from '#domain/listing/marks.contract.ts';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { Options } from '#web/components/ui/form/select.tsx';
import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { toastFailure } from '#web/lib/toast/toast.ts';
import { markListing } from './queries.ts';

type StatusSelectProps = { listing: { id: string; title: string; marks: ListingMarks } };

/** How far the member got with a listing. */
export function StatusSelect({ listing: { id, title, marks } }: StatusSelectProps) {
  const { status, choose } = useStatus(id, marks.status);
  return (
    <span className="relative inline-flex">
      <select
        aria-label={`Status of ${title}`}
        value={status ?? ''}
        onChange={({ target }) => choose(listingStatuses.find((one) => one === target.value) ?? null)}
        className={joinClasses(
          buttonClasses('secondary', 'small'),
          'appearance-none pr-9 text-left pointer-coarse:min-h-11',
        )}
      >
        <option value="">No status</option>
        <Options choices={listingStatuses.map((one) => [one, statusNames[one]])} />
      </select>
      <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted" />
    </span>
  );
}

/** Choices that follow each other quickly, as by the arrow keys, are sent in turn: none is lost. */
function useStatus(id: string, saved: ListingStatus | null) {
  const queryClient = useQueryClient();
  const { send, update } = markListing(id);
  /** Set at once: a key that follows starts from it. */
  const [chosen, setChosen] = useState<{ status: ListingStatus | null } | null>(null);
  const { mutate } = useMutation({
    scope: { id: `status ${id}` },
    mutationFn: (status: ListingStatus | null) => send({ status }),
    onSuccess: (marks, status) => update?.(queryClient, marks, { status }),
    onError: (error) => toastFailure('Status not saved', error),
    onSettled: (_marks, _error, status) => setChosen((last) => (last?.status === status ? null : last)),
  });
  return {
    status: chosen ? chosen.status : saved,
    choose: (status: ListingStatus | null) => {
      setChosen({ status });
      mutate(status);
    },
  };
}

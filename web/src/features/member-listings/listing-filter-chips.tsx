import { useRef, useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { CloseIcon, SlidersIcon } from '#web/components/ui/page-icons.tsx';
import { Dialog } from '#web/components/ui/overlay/dialog.tsx';
import { describeChoices, ListingChoices, type ListingFilterProps } from './listing-choices.tsx';
import { useSearchChoices } from './use-search-choices.ts';

/** The filters in one line, for phones: a button that opens them in a sheet, and a chip for each that is set. */
export function ListingFilterChips({ search, onChange }: ListingFilterProps) {
  const [isOpen, setOpen] = useState(false);
  const searches = useSearchChoices(search.search);
  const opener = useRef<HTMLDivElement>(null);
  const remove = (name: string) => {
    opener.current?.querySelector('button')?.focus();
    onChange({ [name]: undefined });
  };
  return (
    <>
      <div ref={opener} className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1">
        <Button
          variant="secondary"
          size="small"
          className="shrink-0"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <SlidersIcon className="size-4" /> Filters<span className="sr-only"> of the list</span>
        </Button>
        {describeChoices(search, searches).map(({ name, text }) => (
          <Button key={name} variant="secondary" size="small" className="shrink-0" onClick={() => remove(name)}>
            <span className="sr-only">Remove </span>
            {text} <CloseIcon className="size-3.5" />
          </Button>
        ))}
      </div>
      {isOpen && (
        <Dialog title="Filter listings" placement="bottom" onClose={() => setOpen(false)}>
          <div className="grid gap-4 pt-2">
            <ListingChoices search={search} onChange={onChange} />
            <Button onClick={() => setOpen(false)}>Show listings</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

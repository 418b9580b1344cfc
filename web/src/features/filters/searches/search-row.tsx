import { type ReactNode, useEffect, useId, useRef } from 'react';
import { previewDays } from '#domain/matching/preview.contract.ts';
import { describeLastScouted } from '#domain/matching/scout-activity.contract.ts';
import type { SearchView } from '#domain/user/searches.contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { describeFilters } from '#web/features/searches/index.ts';
import { formatCount } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks/use-now.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

type SearchRowProps = {
  name: string;
  /** Beside the name. */
  mark?: ReactNode;
  /** Below the name. */
  details: ReactNode;
  /** Whether the only search of the list: it is open, and has no header. */
  isAlone?: boolean;
  isOpen: boolean;
  toggle: () => void;
  /** Shown once the row is opened. */
  children: ReactNode;
};

/** A search of the list, which opens to its form. */
export function SearchRow({ name, mark, details, isAlone = false, isOpen, toggle, children }: SearchRowProps) {
  const id = useId();
  const header = useRef<HTMLHeadingElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    // The row above, which closes, may have been longer than the window.
    if (isOpen && !wasOpen.current) header.current?.scrollIntoView({ block: 'nearest' });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <div className="border-line not-first:border-t">
      {!isAlone && (
        <h3 ref={header} className="scroll-mt-20">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={`${id}-content`}
            aria-labelledby={`${id}-name`}
            aria-describedby={`${id}-details`}
            onClick={toggle}
            className="group flex w-full items-start gap-3 rounded-sm py-3.5 text-left text-sm"
          >
            <span className="min-w-0 flex-1">
              <span className="flex min-h-6 flex-wrap items-center gap-x-2.5">
                <span id={`${id}-name`} className="text-base font-semibold wrap-anywhere group-hover:text-primary">
                  {name}
                </span>
                {mark}
              </span>
              <span id={`${id}-details`} className="mt-0.5 block text-muted">
                {details}
              </span>
            </span>
            <ChevronDownIcon
              className={joinClasses('mt-1 transition-transform duration-200', isOpen && 'rotate-180')}
            />
          </button>
        </h3>
      )}
      <div id={`${id}-content`} hidden={!isOpen} className={isAlone ? '' : 'pt-1'}>
        {isOpen && children}
      </div>
    </div>
  );
}

/** What a search looks for, how many listings match it, and when its area was last scouted. */
export function SearchDetails({ search, isEdited }: { search: SearchView; isEdited: boolean }) {
  return (
    <>
      <span className="block text-pretty">{describeFilters(search)}</span>
      <span className="flex flex-wrap gap-x-4">
        <span>
          {formatCount(search.count, 'match', 'matches')} in the last {previewDays} days
        </span>
        {search.centre && <LastScouted at={search.lastScoutedAt} />}
      </span>
      {isEdited && <span className="block font-medium text-text">Unsaved changes</span>}
    </>
  );
}

function LastScouted({ at }: { at: string | null }) {
  const now = useNow();
  if (at === null) return <span>Not scouted yet</span>;
  return <span>Last scouted your area {describeLastScouted(Date.parse(at), now)}</span>;
}

export function PausedMark() {
  return <Badge tone="warm">Paused</Badge>;
}

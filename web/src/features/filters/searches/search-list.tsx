import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { firstSearch, type SearchView } from '#domain/user/searches.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { searchesQuery } from '#web/features/searches/index.ts';
import { readDraft } from '#web/lib/session/drafts.ts';
import { FilterForm } from '../filter-form.tsx';
import { SearchActions, useSearchRemoval } from './search-actions.tsx';
import { NewSearchForm, SavedSearchForm } from './search-forms.tsx';
import { PausedMark, SearchDetails, SearchRow } from './search-row.tsx';
import { getDraftName, newSearchDraft, type SearchDraft, toCopyDraft } from './search-values.ts';
import type { useOpenSearch } from './use-open-search.ts';

type SearchListProps = { user: UserView; open: ReturnType<typeof useOpenSearch>; isInSheet?: boolean };

const newRowId = 'new';

/** The searches of a user, one open at a time. The form of the first, which a provider holds, stands alone without others. */
export function SearchList({ user, open, isInSheet = false }: SearchListProps) {
  const { data: searches = [] } = useQuery(searchesQuery);
  const { draft, begin, close, rowOf } = useRows(open);
  const removal = useSearchRemoval();
  const [first, ...more] = searches;
  const isAlone = more.length === 0 && draft === null;
  const firstRow = rowOf(firstSearch.id);
  const details = (search: SearchView) => (
    <SearchDetails search={search} isEdited={!rowOf(search.id).isOpen && hasDraft(user, search)} />
  );
  return (
    <>
      <div>
        <SearchRow
          {...firstRow}
          name={firstSearch.name}
          details={first && details(first)}
          isAlone={isAlone}
          isOpen={isAlone || firstRow.isOpen}
        >
          <FilterForm isInSheet={isInSheet} />
        </SearchRow>
        {more.map((search) => (
          <SearchRow
            key={search.id}
            {...rowOf(search.id)}
            name={search.name}
            mark={search.paused && <PausedMark />}
            details={details(search)}
          >
            <SearchActions search={search} copy={() => begin(toCopyDraft(search))} removal={removal} />
            <SavedSearchForm user={user} search={search} isInSheet={isInSheet} />
          </SearchRow>
        ))}
        {draft && (
          <SearchRow {...rowOf(newRowId)} name="New search" details="Not saved yet">
            <NewSearchForm key={draft.draftName} user={user} isInSheet={isInSheet} draft={draft} close={close} />
          </SearchRow>
        )}
      </div>
      <ListEnd add={draft === null ? () => begin(newSearchDraft) : null} />
    </>
  );
}

/** Which row is open, and the search that is being added. */
function useRows({ openId, setOpenId }: SearchListProps['open']) {
  const [draft, setDraft] = useState<SearchDraft | null>(null);
  return {
    draft,
    begin: (next: SearchDraft) => {
      setDraft(next);
      setOpenId(newRowId);
    },
    close: () => {
      setDraft(null);
      setOpenId(null);
    },
    rowOf: (id: string) => ({ isOpen: openId === id, toggle: () => setOpenId(openId === id ? null : id) }),
  };
}

/** Adds a search, once the others are known; `add` is null while one is being added. */
function ListEnd({ add }: { add: (() => void) | null }) {
  const { data, error, refetch } = useQuery(searchesQuery);
  if (data && add === null) return null;
  return (
    <div className="mt-2 flex min-h-9 items-center">
      {data && add && (
        <Button variant="quiet" size="small" className="-ml-3.5 text-primary" onClick={add}>
          Add a search
        </Button>
      )}
      {!data && (error ? <Retry retry={refetch} /> : <Skeleton className="h-5 w-28" />)}
    </div>
  );
}

/** Whether a search was edited and not saved. */
function hasDraft(user: UserView, { id }: SearchView): boolean {
  return readDraft(user.id, id === firstSearch.id ? 'filters' : getDraftName(id)) !== null;
}

function Retry({ retry }: { retry: () => unknown }) {
  return (
    <p role="alert" className="text-sm text-muted">
      Couldn’t load your searches.{' '}
      <button type="button" onClick={() => retry()} className="font-semibold text-primary hover:underline">
        Retry
      </button>
    </p>
  );
}

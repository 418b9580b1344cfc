import type { SearchView } from '#domain/user/searches.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { changeOwnSearch, removeOwnSearch, restoreOwnSearch } from '#web/features/searches/index.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';

type SearchActionsProps = { search: SearchView; copy: () => void; removal: ReturnType<typeof useSearchRemoval> };

/** What can be done with a search, besides changing its filters. */
export function SearchActions({ search, copy, removal }: SearchActionsProps) {
  const { id, paused } = search;
  const pause = useUserAction(changeOwnSearch(id), {
    onSuccess: ({ name, ...changed }) =>
      toast({ title: changed.paused ? 'Search paused' : 'Search resumed', description: name }),
    errorTitle: 'Update failed',
  });
  return (
    <div className="mb-5 flex flex-wrap gap-2">
      <Button
        variant="secondary"
        size="small"
        pending={pause.pending && (paused ? 'Resuming…' : 'Pausing…')}
        onClick={() => pause.start({ paused: !paused })}
      >
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Button variant="secondary" size="small" onClick={copy}>
        Copy
      </Button>
      <Button
        variant="secondary"
        size="small"
        pending={removal.pending && 'Deleting…'}
        onClick={() => removal.start(search)}
      >
        Delete
      </Button>
    </div>
  );
}

/** Deletes a search, and offers to restore it. Held by the list: the row of the search is gone by then. */
export function useSearchRemoval() {
  const restore = useUserAction(restoreOwnSearch, {
    onSuccess: ({ name }) => toast({ title: 'Search restored', description: name }),
    errorTitle: 'Couldn’t restore the search',
  });
  const { start, pending } = useUserAction(removeOwnSearch, {
    onSuccess: (_answer, search) =>
      toast({
        title: 'Search deleted',
        description: search.name,
        action: { label: 'Undo', start: () => restore.start(search) },
      }),
    errorTitle: 'Couldn’t delete the search',
  });
  return { start, pending };
}

import { useQuery } from '@tanstack/react-query';
import type { UserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { describeFilters, describeSearches, searchesQuery } from '#web/features/searches/index.ts';

/** The filters in one line, for phones; with further searches, where the first is and how many more there are. */
export function FilterSummary({ user, edit }: { user: UserView; edit: () => void }) {
  const { data: searches } = useQuery(searchesQuery);
  return (
    <section
      aria-label="Filters"
      className="flex min-h-12 items-center gap-3 rounded-xl border border-line bg-surface py-1 pr-1 pl-4 text-sm shadow-card"
    >
      <p className="min-w-0 flex-1 font-medium text-pretty">
        {describeSearches(searches ?? []) ?? describeFilters(user)}
      </p>
      <Button variant="quiet" size="small" className="min-h-11 text-primary" aria-haspopup="dialog" onClick={edit}>
        Edit<span className="sr-only"> filters</span>
      </Button>
    </section>
  );
}

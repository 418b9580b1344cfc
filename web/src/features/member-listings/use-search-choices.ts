import { useQuery } from '@tanstack/react-query';
import { searchesQuery } from '#web/features/searches/index.ts';

type SearchChoice = readonly [id: string, name: string];

/** The searches of a member who has several. One that is chosen, but was removed, is a choice too. */
export function useSearchChoices(chosen?: string): SearchChoice[] {
  const { data: searches } = useQuery(searchesQuery);
  if (!searches) return [];
  const choices = searches.length > 1 ? searches.map(({ id, name }): SearchChoice => [id, name]) : [];
  const isRemoved = chosen !== undefined && searches.every(({ id }) => id !== chosen);
  return isRemoved ? [...choices, [chosen, 'Removed search']] : choices;
}

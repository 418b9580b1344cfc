import type { ReactNode } from 'react';
import { ErrorView } from './error-view.tsx';
import { Spinner } from './ui/spinner.tsx';

type QueryContentProps<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** What the spinner says. */
  loading: string;
  children: (data: Data) => ReactNode;
};

/** The data of a query; until they are loaded a spinner, or why they could not be. */
export function QueryContent<Data>({ query, loading, children }: QueryContentProps<Data>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  return error ? <ErrorView message={error.message} retry={refetch} /> : <Spinner label={loading} />;
}

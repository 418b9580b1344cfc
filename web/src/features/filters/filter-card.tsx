import type { ReactNode } from 'react';
import { Card } from '#web/components/ui/card.tsx';
import { FilterForm } from './filter-form.tsx';

/** The form of the filters, which a provider around it holds; `children` is content below it. */
export function FilterCard({ children }: { children?: ReactNode }) {
  return (
    <Card title="Filter Preferences" description="We only send listings that match every filter.">
      <FilterForm />
      {children}
    </Card>
  );
}

import type { ReactNode } from 'react';
import { Card } from '#web/components/ui/card.tsx';

/** The card of the filters; `children` is the forms, and what follows them. */
export function FilterCard({ children }: { children: ReactNode }) {
  return (
    <Card title="Filter Preferences" description="We only send listings that match every filter.">
      {children}
    </Card>
  );
}

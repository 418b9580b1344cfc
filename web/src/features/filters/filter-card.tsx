import type { ReactNode } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { FilterForm } from './filter-form.tsx';

type FilterCardProps = {
  user: UserView;
  /** Includes tiny homes and the notification frequency, which the older settings page lacks. */
  showsAllFields: boolean;
  /** Content below the form. */
  children?: ReactNode;
};

export function FilterCard({ user, showsAllFields, children }: FilterCardProps) {
  return (
    <Card title="Filter Preferences" description="We only send listings that match every filter.">
      <FilterForm key={user.id} user={user} showsAllFields={showsAllFields} />
      {children}
    </Card>
  );
}

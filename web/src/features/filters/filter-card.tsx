import type { ReactNode } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { FilterForm } from './filter-form.tsx';

type FilterCardProps = {
  user: UserView;
  /** With tiny homes and how often to notify, which the older settings page lacks. */
  isWhole: boolean;
  /** What stands below the form. */
  children?: ReactNode;
};

export function FilterCard({ user, isWhole, children }: FilterCardProps) {
  return (
    <Card title="Filter Preferences" description="Only listings that fit all of this are sent to you.">
      <FilterForm key={user.id} user={user} isWhole={isWhole} />
      {children}
    </Card>
  );
}

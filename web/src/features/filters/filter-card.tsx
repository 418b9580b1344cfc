import type { UserView } from '#domain/user/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { FilterForm } from './filter-form.tsx';

type FilterCardProps = {
  user: UserView;
  /** With tiny homes and how often to notify, which the older settings page lacks. */
  isWhole: boolean;
};

export function FilterCard({ user, isWhole }: FilterCardProps) {
  return (
    <Card title="Filter Preferences" description="Only listings that fit all of this are sent to you.">
      <FilterForm key={user.id} user={user} isWhole={isWhole} />
    </Card>
  );
}

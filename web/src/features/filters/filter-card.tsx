import type { UserView } from '#domain/user/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { FilterForm } from './filter-form.tsx';

export function FilterCard({ user }: { user: UserView }) {
  return (
    <Card title="Filter Preferences" description="Only listings that fit all of this are sent to you.">
      <FilterForm user={user} />
    </Card>
  );
}

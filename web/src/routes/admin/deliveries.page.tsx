import { DeadLettersCard } from '#web/features/dead-letters/dead-letters-card.tsx';
import { AdminPage } from '../admin-page.tsx';

export function DeliveriesPage() {
  return (
    <AdminPage title="Deliveries">
      <DeadLettersCard />
    </AdminPage>
  );
}

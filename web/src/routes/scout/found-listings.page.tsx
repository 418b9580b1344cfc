import { FoundListings } from '#web/features/found-listings/found-listings.tsx';
import { AdminPage } from '../admin-page.tsx';

export function FoundPage() {
  return (
    <AdminPage title="Listings">
      <FoundListings />
    </AdminPage>
  );
}

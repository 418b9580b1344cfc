import { Link } from '@tanstack/react-router';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { FoundListings } from '#web/features/found-listings/found-listings.tsx';
import { AdminPage } from '../admin-page.tsx';

export function FoundPage() {
  const action = (
    <Link to="/admin/add-listing" className={buttonClasses('secondary')}>
      Add Listing
    </Link>
  );
  return (
    <AdminPage title="Listings" action={action}>
      <FoundListings />
    </AdminPage>
  );
}

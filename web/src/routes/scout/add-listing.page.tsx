import { EntryForm } from '#web/features/manual-entry/entry-form.tsx';
import { AdminPage } from '../admin-page.tsx';

export function AddListingPage() {
  return (
    <AdminPage title="Add Listing" intro="Processed like any other source.">
      <EntryForm />
    </AdminPage>
  );
}

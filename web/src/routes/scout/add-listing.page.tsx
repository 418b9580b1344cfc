import { EntryForm } from '#web/features/manual-entry/entry-form.tsx';
import { AdminPage } from '../admin-page.tsx';

export function AddListingPage() {
  return (
    <AdminPage title="Add Listing" intro="It is read, judged and matched like those of every other source.">
      <EntryForm />
    </AdminPage>
  );
}

import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { EntryForm } from '#web/features/manual-entry/entry-form.tsx';
import { AdminFrame } from '../admin-frame.tsx';

export function AddListingPage() {
  return (
    <AdminFrame>
      <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Add Listing" className="text-3xl font-semibold">
          Add Listing
        </PageHeading>
        <p className="mt-1 mb-6 text-muted">It is read, judged and matched like those of every other source.</p>
        <EntryForm />
      </main>
    </AdminFrame>
  );
}

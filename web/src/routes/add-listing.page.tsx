import { AccessDenied } from '#web/components/access-denied.tsx';
import { AppHeader } from '#web/components/app-header.tsx';
import { BackLink } from '#web/components/back-link.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EntryForm } from '#web/features/listing-entry/entry-form.tsx';
import { LogoutButton } from '#web/features/session/logout-button.tsx';
import { useAuth } from '#web/lib/auth.tsx';

export function AddListingPage() {
  const { user } = useAuth();
  if (!user) return null;
  if (!user.isAdmin && !user.isHelperAdmin) {
    return <AccessDenied />;
  }
  return (
    <>
      <AppHeader>
        <BackLink to="/admin">Admin Dashboard</BackLink>
        <LogoutButton />
      </AppHeader>
      <main className="mx-auto max-w-6xl px-4 py-8 sm:px-8 sm:py-10">
        <PageHeading title="Add Listing" className="text-3xl font-semibold">
          Add Listing
        </PageHeading>
        <p className="mt-1 mb-6 text-muted">It is read, judged and matched like those of every other source.</p>
        <EntryForm />
      </main>
    </>
  );
}

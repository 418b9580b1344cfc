import { useSearch } from '@tanstack/react-router';
import { AppHeader } from '#web/components/layout/app-header.tsx';
import { BackLink } from '#web/components/layout/back-link.tsx';
import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { Redirect } from '#web/components/redirect.tsx';
import { LogoutButton } from '#web/features/auth/logout-button.tsx';
import { SubjectPicker } from '#web/features/point-in-time/subject-picker.tsx';
import { PastMembers } from '#web/features/point-in-time/past-members.tsx';
import { SubjectHistoryView } from '#web/features/point-in-time/subject-history-view.tsx';
import { parsePointInTimeSearch, parseSubject } from '#web/features/point-in-time/search.ts';
import { useAuth } from '#web/lib/session/auth.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

export function AsOfPage() {
  const { user } = useAuth();
  const search = parsePointInTimeSearch(useSearch({ strict: false }));
  if (!user) return null;
  if (!user.isAdmin) return <Redirect to="/" />;
  const subject = parseSubject(search);
  const chosen = subject ? `${subject.kind} ${subject.id}` : `members ${search.members ?? ''}`;
  return (
    <>
      <AppHeader isWide={search.members !== undefined}>
        <BackLink to="/admin/history">History</BackLink>
        <LogoutButton />
      </AppHeader>
      <main
        className={joinClasses(
          'mx-auto grid grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 sm:px-8 sm:py-10',
          search.members === undefined ? 'max-w-6xl' : 'max-w-[100rem]',
        )}
      >
        <div>
          <PageHeading title="Time Travel" className="text-3xl font-semibold">
            Time Travel
          </PageHeading>
          <p className="mt-1 text-pretty text-muted">
            What a user, a listing or the announcement was at any moment, and the members’ table as of a day.
          </p>
        </div>
        <SubjectPicker search={search} />
        {subject && <SubjectHistoryView key={chosen} subject={subject} moment={search} />}
        {!subject && search.members !== undefined && <PastMembers key={chosen} at={search.members} />}
      </main>
    </>
  );
}

import { useSearch } from '@tanstack/react-router';
import { PastMembers } from '#web/features/point-in-time/past-members.tsx';
import { parsePointInTimeSearch, parseSubject } from '#web/features/point-in-time/search.ts';
import { SubjectHistoryView } from '#web/features/point-in-time/subject-history-view.tsx';
import { SubjectPicker } from '#web/features/point-in-time/subject-picker.tsx';
import { AdminPage } from '../admin-page.tsx';

export function AsOfPage() {
  const search = parsePointInTimeSearch(useSearch({ strict: false }));
  const subject = parseSubject(search);
  const viewKey = subject ? `${subject.kind} ${subject.id}` : `members ${search.members ?? ''}`;
  return (
    <AdminPage
      title="Time Travel"
      intro="The state of a user, a listing or the announcement at any moment, and the members table for any day."
      forFullAdmins
    >
      <SubjectPicker search={search} />
      {subject && <SubjectHistoryView key={viewKey} subject={subject} moment={search} />}
      {!subject && search.members !== undefined && <PastMembers key={viewKey} at={search.members} />}
    </AdminPage>
  );
}

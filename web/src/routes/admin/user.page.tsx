import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { userDetailsQuery } from '#web/features/admin-users/page/queries.ts';
import { UserDetailsView } from '#web/features/admin-users/page/user-view.tsx';
import { ApiError } from '#web/lib/api/api.ts';
import { AdminPage } from '../admin-page.tsx';

/** One user, for admins. */
export function UserDetailsPage() {
  const { id } = useParams({ from: '/signed-in/admin/users/$id' });
  const { data, error } = useQuery(userDetailsQuery(id));
  if (error instanceof ApiError && error.status === 404) {
    return <AdminPage title="User not found">No user has this address. The account may have been deleted.</AdminPage>;
  }
  return (
    <AdminPage title={data?.user.email ?? 'User'}>
      {(viewer) => <UserDetailsView key={id} id={id} viewer={viewer} />}
    </AdminPage>
  );
}

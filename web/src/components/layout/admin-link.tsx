import { Link } from '@tanstack/react-router';
import type { UserView } from '#domain/user/contract.ts';
import { buttonClasses } from '../ui/button.tsx';

/** Link to the admin dashboard, for users who may open it. */
export function AdminLink({ user }: { user: UserView }) {
  if (!user.isAdmin && !user.isHelperAdmin) return null;
  return (
    <Link to="/admin" className={buttonClasses('secondary', 'small')}>
      Admin Dashboard
    </Link>
  );
}

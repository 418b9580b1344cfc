import type { UserView } from '#domain/user/contract.ts';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { TemporaryPasswordNotice } from '#web/features/credentials/temporary-password-notice.tsx';

/** What the user is asked to do first, above all cards. */
export function HomeTasks({ user }: { user: UserView }) {
  if (!user.mustChangePassword) return null;
  return (
    <div className="mb-6 grid gap-4">
      <TemporaryPasswordNotice />
      <CredentialsCard user={user} />
    </div>
  );
}

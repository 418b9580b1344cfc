import type { UserView } from '#domain/user/contract.ts';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { FirstMinute } from '#web/features/first-minute/index.ts';
import { TemporaryPasswordNotice } from '#web/features/credentials/temporary-password-notice.tsx';

/** What the user is asked to do first, above all cards. */
export function HomeTasks({ user }: { user: UserView }) {
  return (
    <>
      {user.mustChangePassword && (
        <div className="mb-6 grid gap-4">
          <TemporaryPasswordNotice />
          <CredentialsCard user={user} />
        </div>
      )}
      <FirstMinute user={user} />
    </>
  );
}

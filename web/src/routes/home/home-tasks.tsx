import type { UserView } from '#domain/user/contract.ts';
import { CredentialsCard } from '#web/features/credentials/credentials-card.tsx';
import { FirstMinute } from '#web/features/first-minute/index.ts';
import { TemporaryPasswordNotice } from '#web/features/credentials/temporary-password-notice.tsx';

/** Whether alerts arrive already: on a phone what is left of the checklist then comes after the listings. */
export function getsAlerts({ zipCode, membershipStatus }: UserView): boolean {
  return zipCode !== null && membershipStatus === 'active';
}

/** What the user is asked to do first, above all cards. */
export function HomeTasks({ user, isWide }: { user: UserView; isWide: boolean }) {
  return (
    <>
      {user.mustChangePassword && (
        <div className="mb-6 grid gap-4">
          <TemporaryPasswordNotice />
          <CredentialsCard user={user} />
        </div>
      )}
      {(isWide || !getsAlerts(user)) && <FirstMinute user={user} />}
    </>
  );
}

import type { UserView } from '#domain/user/contract.ts';
import { FirstMinute } from '#web/features/first-minute/index.ts';
import { ChangePassword } from './lazy-cards.ts';

/** Whether alerts arrive already: on a phone what is left of the checklist then comes after the listings. */
export function getsAlerts({ zipCode, membershipStatus }: UserView): boolean {
  return zipCode !== null && membershipStatus === 'active';
}

/** What the user is asked to do first, above all cards. */
export function HomeTasks({ user, isWide }: { user: UserView; isWide: boolean }) {
  return (
    <>
      {user.mustChangePassword && <ChangePassword />}
      {(isWide || !getsAlerts(user)) && <FirstMinute user={user} />}
    </>
  );
}

import { createElement } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { FirstMinute } from '#web/features/first-minute/index.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';
import { ChangePassword } from './lazy-cards.ts';

/** Whether alerts arrive already: on a phone what is left of the checklist then comes after the listings. */
export function getsAlerts({ zipCode, membershipStatus }: UserView): boolean {
  return zipCode !== null && membershipStatus === 'active';
}

const loadAreaStep = () => import('#web/features/filters/area-step.tsx');

function LaterAreaStep({ user }: { user: UserView }) {
  const AreaStep = useLazyComponent(true, loadAreaStep, 'OwnAreaStep');
  return AreaStep ? createElement(AreaStep, { user }) : <Skeleton className="h-72 rounded-card" />;
}

/** What the user is asked to do first, above all cards. */
export function HomeTasks({ user, isWide }: { user: UserView; isWide: boolean }) {
  return (
    <>
      {user.mustChangePassword && <ChangePassword />}
      {!isWide && !getsAlerts(user) && <FirstMinute user={user} areaStep={<LaterAreaStep user={user} />} />}
    </>
  );
}

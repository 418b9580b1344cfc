import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FirstMinute as Progress } from '#domain/alert/channels.contract.ts';
import type { UserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { CloseIcon } from '#web/components/ui/icons.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { AreaStep } from './area-step.tsx';
import { ChannelStep } from './channel-step.tsx';
import { ChecklistStep } from './checklist-step.tsx';
import { firstMinuteQuery, saveProgress } from './queries.ts';
import { SubscribeStep } from './subscribe-step.tsx';

/** The checklist of a new member, until it is done or dismissed. Admins need no membership and get none. */
export function FirstMinute({ user }: { user: UserView }) {
  const { data } = useQuery(firstMinuteQuery);
  if (!data || data.isDismissed || user.isAdmin || user.isHelperAdmin) return null;
  return <Checklist user={user} progress={data} />;
}

type Steps = { area: boolean; membership: boolean; channel: boolean };

function Checklist({ user, progress }: { user: UserView; progress: Progress }) {
  const done: Steps = {
    area: (user.zipCode ?? '') !== '',
    membership: user.membershipStatus === 'active',
    channel: progress.isChannelChosen,
  };
  const isDone = done.area && done.membership && done.channel;
  // Finished while it is shown, it says so; the next visit has none.
  const [wasDone] = useState(isDone);
  const dismiss = useUserAction(saveProgress, { errorTitle: 'Update failed' });
  if (wasDone) return null;
  const count = Object.values(done).filter(Boolean).length;
  return (
    <Card
      title={isDone ? 'All set' : 'Get your first alert'}
      className="mb-6"
      description={isDone ? 'You will hear from us the moment a listing fits.' : `${count} of 3 steps done`}
      aside={
        <Button
          variant="quiet"
          size="small"
          aria-label="Dismiss the checklist"
          pending={dismiss.pending && 'Dismissing…'}
          onClick={() => dismiss.start({ isDismissed: true })}
        >
          <CloseIcon /> Dismiss
        </Button>
      }
    >
      <StepList user={user} done={done} />
    </Card>
  );
}

function StepList({ user, done }: { user: UserView; done: Steps }) {
  const current = !done.area ? 'area' : done.membership ? 'channel' : 'membership';
  return (
    <ol className="grid gap-1">
      <ChecklistStep
        number={1}
        title="Say where, and up to what price"
        summary={`Around ${user.zipCode ?? ''}`}
        isDone={done.area}
        isOpen={current === 'area'}
      >
        <AreaStep user={user} />
      </ChecklistStep>
      <ChecklistStep
        number={2}
        title="Subscribe"
        summary="Your membership is active"
        isDone={done.membership}
        isOpen={current === 'membership'}
      >
        <SubscribeStep />
      </ChecklistStep>
      <ChecklistStep
        number={3}
        title="Choose how to get alerts"
        summary="You can change it under Filter Preferences"
        isDone={done.channel}
        isOpen={done.area && !(done.channel && !done.membership)}
      >
        <ChannelStep isChosen={done.channel} />
      </ChecklistStep>
    </ol>
  );
}

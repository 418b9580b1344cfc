import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FirstMinute as Progress } from '#domain/alert/channels.contract.ts';
import type { UserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { CloseIcon } from '#web/components/ui/page-icons.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { ChannelStep } from './channel-step.tsx';
import { ChecklistStep } from './checklist-step.tsx';
import { firstMinuteQuery, saveProgress } from './queries.ts';
import { SubscribeStep } from './subscribe-step.tsx';

type FirstMinuteProps = {
  user: UserView;
  /** The fields of the first step, whose form the page holds. */
  areaStep: ReactNode;
};

/**
 * The checklist of a new member, until it is done or dismissed, or the first alert has come. Admins need no membership
 * and get none.
 */
export function FirstMinute({ user, areaStep }: FirstMinuteProps) {
  const { data } = useQuery(firstMinuteQuery);
  if (!data || data.isDismissed || user.isAdmin || user.isHelperAdmin) return null;
  return <Checklist user={user} areaStep={areaStep} progress={data} />;
}

type Steps = { area: boolean; membership: boolean; channel: boolean };

function Checklist({ user, areaStep, progress }: FirstMinuteProps & { progress: Progress }) {
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
      description={isDone ? 'We’ll alert you as soon as a listing matches.' : `${count} of 3 steps done`}
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
      <StepList user={user} areaStep={areaStep} done={done} />
    </Card>
  );
}

function StepList({ user, areaStep, done }: FirstMinuteProps & { done: Steps }) {
  const current = !done.area ? 'area' : done.membership ? 'channel' : 'membership';
  return (
    <ol className="grid gap-1">
      <ChecklistStep
        number={1}
        title="Set your area and top price"
        summary={`Around ${user.zipCode ?? ''}`}
        isDone={done.area}
        isOpen={current === 'area'}
      >
        {areaStep}
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

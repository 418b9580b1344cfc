import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import type { PushState } from '#web/lib/push/push.ts';
import { TestAlertButton } from './test-alert-button.tsx';
import { pushStateQuery, turnOffPush, turnOnPush } from './queries.ts';

const stateTexts: Record<PushState, string> = {
  off: 'Get alerts on this device even when this page is closed.',
  on: 'On: you get alerts here even when this page is closed.',
  denied: 'Blocked by your browser. Allow notifications for this site in its settings, then turn them on here.',
  unsupported:
    'This browser doesn’t support them here. On an iPhone or iPad, add this page to the home screen and open it from there.',
};

/** Push notifications on this device: a setting of each browser, which takes effect at once. */
export function DeviceNotifications({ isDaily }: { isDaily: boolean }) {
  const headingId = useId();
  const state = usePushState();
  const turnOn = useUserAction(turnOnPush, { errorTitle: 'Notifications could not be turned on' });
  const turnOff = useUserAction(turnOffPush, { errorTitle: 'Notifications could not be turned off' });
  const visibleState = state ?? 'off';
  // One button for both actions, which keeps the focus.
  const control = {
    off: { ...turnOn, label: 'Turn on', pendingLabel: 'Turning on…' },
    on: { ...turnOff, label: 'Turn off', pendingLabel: 'Turning off…' },
    denied: null,
    unsupported: null,
  }[visibleState];
  return (
    <section
      aria-labelledby={headingId}
      className={joinClasses('mt-6 border-t border-line pt-5', state === undefined && 'invisible')}
    >
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={headingId} className="text-sm font-semibold">
          Notifications on this device
        </h3>
        {control && (
          <Button
            variant="secondary"
            size="small"
            aria-describedby={headingId}
            pending={control.pending && control.pendingLabel}
            onClick={() => control.start()}
          >
            {control.label}
          </Button>
        )}
      </div>
      <p role="status" className="mt-1 text-sm text-pretty text-muted">
        {stateTexts[visibleState]}
        {visibleState === 'on' && isDaily && ' Not available with the daily digest.'}
      </p>
      {visibleState === 'on' && (
        <div className="mt-2">
          <TestAlertButton channel="push" />
        </div>
      )}
    </section>
  );
}

/** The browser's permission, read again whenever the user may have changed it. */
function usePushState() {
  const queryClient = useQueryClient();
  const { data: state } = useQuery(pushStateQuery);
  useEffect(() => {
    const leaving = new AbortController();
    const read = () => void queryClient.invalidateQueries(pushStateQuery);
    // Some browsers send no event for this permission: then it is read when the window is focused again.
    navigator.permissions.query({ name: 'notifications' }).then(
      (permission) => permission.addEventListener('change', read, { signal: leaving.signal }),
      () => null,
    );
    return () => leaving.abort();
  }, [queryClient]);
  return state;
}

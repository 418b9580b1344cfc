import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { useAction } from '#web/lib/hooks/action.ts';
import { classes } from '#web/lib/classes.ts';
import { type PushState, pushState, startPush, stopPush } from '#web/lib/push/push.ts';

const texts: Record<PushState, string> = {
  off: 'See each alert on this device, even while this page is closed.',
  on: 'On: each alert is shown here, even while this page is closed.',
  denied: 'Blocked by your browser. Allow notifications for this site in its settings, then turn them on here.',
  unsupported:
    'This browser cannot show them here. On an iPhone or iPad, add this page to the home screen and open it from there.',
};

const stateQuery = queryOptions({
  queryKey: ['push-state'],
  queryFn: pushState,
  // Another window may have changed it.
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** Alerts as notifications of this device: a choice of its own for each browser, which takes effect at once. */
export function DeviceNotifications({ isDaily }: { isDaily: boolean }) {
  const headingId = useId();
  const { state, read } = usePushState();
  const turnOn = useAction({ send: startPush, done: read, failure: 'Notifications could not be turned on' });
  const turnOff = useAction({ send: stopPush, done: read, failure: 'Notifications could not be turned off' });
  const shown = state ?? 'off';
  // One button for both ways, which keeps the focus.
  const way = {
    off: { ...turnOn, label: 'Turn on', pendingLabel: 'Turning on…' },
    on: { ...turnOff, label: 'Turn off', pendingLabel: 'Turning off…' },
    denied: null,
    unsupported: null,
  }[shown];
  return (
    <section
      aria-labelledby={headingId}
      className={classes('mt-6 border-t border-line pt-5', state === undefined && 'invisible')}
    >
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={headingId} className="text-sm font-semibold">
          Notifications on this device
        </h3>
        {way && (
          <Button
            variant="secondary"
            size="small"
            aria-describedby={headingId}
            pending={way.pending && way.pendingLabel}
            onClick={() => way.start(undefined)}
          >
            {way.label}
          </Button>
        )}
      </div>
      <p role="status" className="mt-1 text-sm text-pretty text-muted">
        {texts[shown]}
        {shown === 'on' && isDaily && ' There are none while you get one digest a day.'}
      </p>
    </section>
  );
}

/** What the browser says, read again whenever the person may have changed it. */
function usePushState() {
  const queryClient = useQueryClient();
  const { data: state } = useQuery(stateQuery);
  useEffect(() => {
    const leaving = new AbortController();
    const read = () => void queryClient.invalidateQueries(stateQuery);
    // Some browsers do not tell of this permission: then coming back to the window has to do.
    navigator.permissions.query({ name: 'notifications' }).then(
      (permission) => permission.addEventListener('change', read, { signal: leaving.signal }),
      () => null,
    );
    return () => leaving.abort();
  }, [queryClient]);
  return { state, read: () => queryClient.invalidateQueries(stateQuery) };
}

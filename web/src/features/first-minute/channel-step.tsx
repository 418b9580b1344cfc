import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#web/components/ui/button.tsx';
import { channelsQuery, TestAlertButton } from '#web/features/notifications/index.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { firstMinuteQuery, saveProgress } from './queries.ts';

const labels = { mail: 'Test email', push: 'Test this device', telegram: 'Test Telegram', webhook: 'Test webhook' };

/** A test for each channel that is on; a test or the button completes the step. */
export function ChannelStep({ isChosen }: { isChosen: boolean }) {
  const queryClient = useQueryClient();
  const { data: channels = [] } = useQuery(channelsQuery);
  const save = useUserAction(saveProgress, { errorTitle: 'Update failed' });
  const readProgress = () => void queryClient.invalidateQueries(firstMinuteQuery);
  return (
    <div className="grid gap-3">
      <p className="text-sm text-pretty text-muted">
        Alerts go to your email. Turn on this device, Telegram or a webhook under Filter Preferences, and try each of
        them here.
      </p>
      <div className="grid gap-2">
        {channels
          .filter(({ isOn }) => isOn)
          .map(({ channel }) => (
            <TestAlertButton key={channel} channel={channel} label={labels[channel]} onSent={readProgress} />
          ))}
      </div>
      {!isChosen && (
        <div>
          <Button
            size="small"
            pending={save.pending && 'Saving…'}
            onClick={() => save.start({ isChannelChosen: true })}
          >
            Done
          </Button>
        </div>
      )}
    </div>
  );
}

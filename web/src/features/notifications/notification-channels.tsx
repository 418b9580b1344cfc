import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { ChannelName, ChannelView } from '#domain/alert/channels.contract.ts';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { SettingRow } from '#web/components/ui/setting-row.tsx';
import { channelsQuery, switchMail } from './queries.ts';
import { TelegramChannel } from './telegram-channel.tsx';
import { TestAlertButton } from './test-alert-button.tsx';
import { WebhookChannel } from './webhook-channel.tsx';

/** The ways by which alerts reach a member wherever they are: email, and what they have linked. */
export function NotificationChannels() {
  const headingId = useId();
  const { data: channels, error, refetch } = useQuery(channelsQuery);
  return (
    <section aria-labelledby={headingId} className="mt-5 border-t border-line pt-5">
      <h3 id={headingId} className="text-sm font-semibold">
        Where alerts go
      </h3>
      {error && !channels ? (
        <p role="alert" className="mt-2 text-sm text-muted">
          Couldn’t load your channels.{' '}
          <button type="button" onClick={() => void refetch()} className="font-semibold text-primary hover:underline">
            Try again
          </button>
        </p>
      ) : (
        <div className="mt-3 min-h-64">
          {channels ? (
            channels.map((channel) => {
              const Row = channelRows[channel.channel];
              return Row && <Row key={channel.channel} channel={channel} />;
            })
          ) : (
            <Skeleton className="h-64" />
          )}
        </div>
      )}
    </section>
  );
}

/** The row of each channel; null for one that is set up elsewhere. */
const channelRows: Record<ChannelName, ((props: { channel: ChannelView }) => ReactNode) | null> = {
  mail: MailChannel,
  push: null,
  telegram: TelegramChannel,
  webhook: WebhookChannel,
};

function MailChannel({ channel: { isOn, target, problem } }: { channel: ChannelView }) {
  const toggle = useUserAction(switchMail, { errorTitle: 'Update failed' });
  const label = isOn ? 'Turn off' : 'Turn on';
  return (
    <SettingRow
      title="Email"
      state={isOn ? `On, to ${target ?? ''}` : 'Off'}
      problem={problem}
      controls={[{ label, pending: toggle.pending && 'Saving…', start: () => toggle.start(!isOn) }]}
    >
      {isOn && <TestAlertButton channel="mail" />}
    </SettingRow>
  );
}

import type { ReactNode } from 'react';
import type { UserDetails } from '#domain/user-details/contract.ts';
import { Card } from '#web/components/ui/card.tsx';
import { formatDate } from '#web/lib/format.ts';
import { channelTitles } from './channel-titles.ts';
import { Facts } from './facts.tsx';

/** Where the user's alerts go, and what keeps them from arriving. */
export function ChannelsCard({ channels, devices }: Pick<UserDetails, 'channels' | 'devices'>) {
  const states = channels.map(({ channel, isOn, problem }): [string, ReactNode] => [
    channelTitles[channel],
    <>
      {isOn ? 'On' : 'Off'}
      {problem !== null && <span className="block text-on-warm-soft">{problem}</span>}
    </>,
  ]);
  return (
    <Card title="Channels and devices">
      <Facts facts={Object.fromEntries(states)} />
      <h3 className="mt-4 mb-1 text-sm font-semibold">Devices</h3>
      {devices.length === 0 && <p className="text-sm text-muted">No devices with notifications.</p>}
      <ul role="list" className="grid gap-1 text-sm">
        {devices.map(({ service, since }, index) => (
          <li key={index} className="wrap-anywhere">
            {service} <span className="text-muted">since {formatDate(since)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

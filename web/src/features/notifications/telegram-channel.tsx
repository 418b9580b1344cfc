import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChannelView, linkCodeMinutes, type TelegramCode } from '#domain/alert/channels.contract.ts';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';
import { CopyIcon, ExternalIcon } from '#web/components/ui/page-icons.tsx';
import { copyText } from '#web/lib/browser/clipboard.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { type SettingControl, SettingRow } from '#web/components/ui/setting-row.tsx';
import { channelsQuery, createTelegramCode, switchChannel, unlinkChannel } from './queries.ts';
import { TestAlertButton } from './test-alert-button.tsx';

const lookIntervalMs = 2_000;

export function TelegramChannel({ channel: { isOn, target, problem } }: { channel: ChannelView }) {
  const [code, setCode] = useState<TelegramCode | null>(null);
  const needsLink = target === null || (problem !== null && !isOn);
  const switches = useLinkSwitches(isOn);
  const create = useUserAction(createTelegramCode, { onSuccess: setCode, errorTitle: 'Telegram could not be linked' });
  const link = { label: 'Link', pending: create.pending && 'Linking…', start: () => create.start() } as const;
  return (
    <SettingRow
      title="Telegram"
      state={describeState(target, isOn)}
      problem={problem}
      controls={needsLink ? [link] : switches}
    >
      {code && needsLink && <LinkSteps code={code} />}
      {isOn && <TestAlertButton channel="telegram" />}
    </SettingRow>
  );
}

function useLinkSwitches(isOn: boolean): SettingControl[] {
  const toggle = useUserAction(switchChannel, { errorTitle: 'Update failed' });
  const unlink = useUserAction(unlinkChannel, { errorTitle: 'Update failed' });
  return [
    {
      label: isOn ? 'Turn off' : 'Turn on',
      pending: toggle.pending && 'Saving…',
      start: () => toggle.start({ channel: 'telegram', isOn: !isOn }),
    },
    { label: 'Unlink', pending: unlink.pending && 'Unlinking…', start: () => unlink.start('telegram') },
  ];
}

function describeState(target: string | null, isOn: boolean): string {
  if (target === null) return 'Not linked. Get alerts as messages of our bot.';
  return isOn ? `On, to ${target}` : `Off. Linked to ${target}`;
}

/** How to send the code to the bot; the page notices once it has arrived. */
function LinkSteps({ code: { code, url, bot } }: { code: TelegramCode }) {
  useQuery({ ...channelsQuery, refetchInterval: lookIntervalMs });
  return (
    <div className="grid gap-3 rounded-control bg-sunken p-4 text-sm">
      <p className="text-pretty">
        Open the chat and press <strong>Start</strong>, or send this code to @{bot}. It is valid for {linkCodeMinutes}{' '}
        minutes.
      </p>
      <p className="font-mono wrap-anywhere">{code}</p>
      <div className="flex flex-wrap gap-2">
        <a href={url} target="_blank" rel="noopener" className={buttonClasses('primary', 'small')}>
          Open Telegram <ExternalIcon className="size-4" />
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <Button variant="secondary" size="small" onClick={() => void copyText(code)}>
          <CopyIcon className="size-4" /> Copy code
        </Button>
      </div>
      <p className="text-muted">Waiting for your message…</p>
    </div>
  );
}

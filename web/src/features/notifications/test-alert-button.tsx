import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChannelName, TestResult } from '#domain/alert/channels.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { sendTestAlert, testResultQuery } from './queries.ts';

const places: Record<ChannelName, { by: string; where: string }> = {
  mail: { by: 'by email', where: 'Check your inbox, and the spam folder.' },
  push: { by: 'on this device', where: 'It shows as a notification.' },
  telegram: { by: 'by Telegram', where: 'Look into your chat with the bot.' },
  webhook: { by: 'to your webhook', where: 'Your server accepted it.' },
};

type TestAlertButtonProps = {
  channel: ChannelName;
  label?: string;
  /** Called once the test is on its way. */
  onSent?: () => void;
};

/** Sends a test alert by one channel, and shows the result. */
export function TestAlertButton({ channel, label = 'Send me a test alert', onSent }: TestAlertButtonProps) {
  const [testId, setTestId] = useState<string | null>(null);
  const test = useUserAction(sendTestAlert, {
    onSuccess: ({ id }) => {
      setTestId(id);
      onSent?.();
    },
    errorTitle: 'The test could not be sent',
  });
  const { data } = useQuery(testResultQuery(testId));
  const isSending = test.pending || (testId !== null && (data?.state ?? 'sending') === 'sending');
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1">
      <Button
        variant="secondary"
        size="small"
        pending={isSending && 'Sending…'}
        aria-label={isSending ? undefined : `${label} ${places[channel].by}`}
        onClick={() => {
          setTestId(null);
          test.start(channel);
        }}
      >
        {label}
      </Button>
      <p role="status" className="min-w-0 flex-1 basis-40 text-sm text-pretty text-muted">
        {testId !== null && data && describeResult(data, channel)}
      </p>
    </div>
  );
}

function describeResult({ state, reason }: TestResult, channel: ChannelName): string {
  if (state === 'sent') return `Sent. ${places[channel].where}`;
  if (state === 'failed') return `Failed: ${reason ?? 'the reason is not known'}`;
  return reason === null ? '' : `${reason}. Trying again…`;
}

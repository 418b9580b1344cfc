import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type ChannelName, channels, type TestResult } from '#domain/alert/channels.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { sendTestAlert, testResultQuery } from './queries.ts';

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
        aria-label={isSending ? undefined : `${label} ${channels[channel].test.by}`}
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
  if (state === 'sent') return `Sent. ${channels[channel].test.where}`;
  if (state === 'failed') return `Failed: ${reason ?? 'the reason is not known'}`;
  return reason === null ? '' : `${reason}. Trying again…`;
}

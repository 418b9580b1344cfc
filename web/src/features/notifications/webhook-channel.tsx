import { useState } from 'react';
import type { ChannelView } from '#domain/alert/channels.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { CopyIcon } from '#web/components/ui/page-icons.tsx';
import { copyText } from '#web/lib/browser/clipboard.ts';
import { SettingRow } from '#web/components/ui/setting-row.tsx';
import { rotateSecret, switchChannel, unlinkChannel } from './queries.ts';
import { TestAlertButton } from './test-alert-button.tsx';
import { WebhookForm } from './webhook-form.tsx';

export function WebhookChannel({ channel: { isOn, target, problem } }: { channel: ChannelView }) {
  const [isEditing, setIsEditing] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const toggle = useUserAction(switchChannel, { errorTitle: 'Update failed' });
  const edit = {
    label: target === null ? 'Set up' : 'Change',
    pending: false,
    start: () => setIsEditing(!isEditing),
  } as const;
  const onOff = {
    label: isOn ? 'Turn off' : 'Turn on',
    pending: toggle.pending && 'Saving…',
    start: () => toggle.start({ channel: 'webhook', isOn: !isOn }),
  } as const;
  const onSaved = (answer: { secret: string | null }) => {
    setIsEditing(false);
    if (answer.secret !== null) setSecret(answer.secret);
  };
  return (
    <SettingRow
      title="Webhook"
      state={describeState(target, isOn)}
      problem={problem}
      controls={target === null ? [edit] : [onOff, edit]}
    >
      {isEditing && (
        <div className="grid gap-3 rounded-control bg-sunken p-4">
          <WebhookForm address={target ?? ''} onSaved={onSaved} />
          {target !== null && <LinkActions onSecret={setSecret} onRemoved={() => setIsEditing(false)} />}
        </div>
      )}
      {secret !== null && <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
      {isOn && <TestAlertButton channel="webhook" />}
    </SettingRow>
  );
}

function describeState(target: string | null, isOn: boolean): string {
  if (target === null) return 'Not set up. Send alerts to Zapier, a CRM or your own server.';
  return isOn ? `On, to ${target}` : `Off. Set up for ${target}`;
}

type LinkActionsProps = { onSecret: (secret: string | null) => void; onRemoved: () => void };

function LinkActions({ onSecret, onRemoved }: LinkActionsProps) {
  const rotate = useUserAction(rotateSecret, {
    onSuccess: ({ secret }) => onSecret(secret),
    errorTitle: 'Update failed',
  });
  const remove = useUserAction(unlinkChannel, { onSuccess: onRemoved, errorTitle: 'Update failed' });
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="small" pending={rotate.pending && 'Creating…'} onClick={() => rotate.start()}>
        New secret
      </Button>
      <Button
        variant="quiet"
        size="small"
        pending={remove.pending && 'Removing…'}
        onClick={() => remove.start('webhook')}
      >
        Remove webhook
      </Button>
    </div>
  );
}

/** The secret by which calls are verified, shown once. */
function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div role="status" className="grid gap-3 rounded-control bg-sunken p-4 text-sm">
      <p className="text-pretty">
        <strong>Your signing secret.</strong> Store it now: it is not shown again. With it your server checks that a
        call is ours.
      </p>
      <p className="font-mono wrap-anywhere">{secret}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => void copyText(secret)}>
          <CopyIcon className="size-4" /> Copy secret
        </Button>
        <Button variant="secondary" size="small" onClick={onClose}>
          I have stored it
        </Button>
      </div>
    </div>
  );
}

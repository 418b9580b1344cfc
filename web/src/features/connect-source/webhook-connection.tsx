import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConnectionsView, SourceView } from '#domain/source/contract.ts';
import { formatPassResult, sourcesQuery } from '#web/features/sources/index.ts';
import { CopyableText } from './copyable-text.tsx';

export function WebhookConnection({ webhook }: Pick<ConnectionsView, 'webhook'>) {
  const { address, setting, isOn, command } = webhook;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-sm text-pretty text-muted">
        {isOn
          ? `Sources sign each delivery as Standard Webhooks describes, with the secret of the setting ${setting}.`
          : `The webhook is off. Set ${setting} to a secret and restart: echo "whsec_$(openssl rand -base64 32)" makes one.`}
      </p>
      <CopyableText label="Address" text={address} />
      {isOn && (
        <>
          <CopyableText label="Test it from a terminal" text={command} />
          <p className="text-sm text-pretty text-muted">
            The terminal needs {setting}. The test listing has no price, so it waits for review and alerts no one.
          </p>
          <FirstDelivery />
        </>
      )}
    </div>
  );
}

/** Waits until a delivery arrives while this is open. */
function FirstDelivery() {
  const { data } = useQuery(sourcesQuery);
  const latest = data && findLatest(data);
  const [before, setBefore] = useState<string>();
  if (before === undefined && latest) setBefore(latest.at);
  const { id, result } = latest && before !== undefined && latest.at > before ? latest : { id: null, result: null };
  return (
    <p role="status" className="text-sm">
      {id === null ? (
        <span className="text-muted">Waiting for the first delivery…</span>
      ) : (
        <>
          <strong className="font-semibold wrap-anywhere">{id}</strong> delivered{' '}
          {result === null ? 'listings' : formatPassResult(result)}.{' '}
          <Link to="/admin/review" className="tap-target min-h-6 font-semibold text-primary hover:underline">
            Review Queue
          </Link>
        </>
      )}
    </p>
  );
}

/** The last delivery of all webhooks; its time is '' where there was none. */
function findLatest(sources: SourceView[]) {
  const [latest] = sources
    .filter(({ kind }) => kind === 'webhook')
    .map(({ id, lastPassAt, lastPass }) => ({ id, at: lastPassAt ?? '', result: lastPass }))
    .toSorted((a, b) => (a.at < b.at ? 1 : -1));
  return latest ?? { id: '', at: '', result: null };
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Share, shareDays } from '#domain/member-listing/share.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { CopyIcon } from '#web/components/ui/page-icons.tsx';
import { copyText } from '#web/lib/browser/clipboard.ts';
import { formatCount, formatDate } from '#web/lib/format.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { createShare, deleteShare, sharesQuery } from '../queries.ts';

/** Links by which the member shows a listing to others. */
export function ShareCard({ id }: { id: string }) {
  const { data: shares = [] } = useQuery(sharesQuery(id));
  const [created, setCreated] = useState({ id: '', url: '' });
  const count = useRef<HTMLParagraphElement>(null);
  const share = useUserAction(createShare(id), { errorTitle: 'Link not created', onSuccess: setCreated });
  const isLive = shares.some((one) => one.id === created.id);
  return (
    <Card
      title="Share"
      description={`Anyone with the link sees this listing for ${shareDays} days, and nothing about you.`}
      className="print:hidden"
    >
      <div className="grid justify-items-start gap-4">
        {isLive && <NewLink key={created.url} url={created.url} />}
        <Button variant="secondary" size="small" pending={share.pending && 'Creating…'} onClick={() => share.start()}>
          Create link
        </Button>
        <p ref={count} tabIndex={-1} role="status" className="text-sm text-muted">
          {shares.length === 0 ? 'Not shared.' : formatCount(shares.length, 'live link')}
        </p>
        {shares.length > 0 && (
          <ul className="grid w-full gap-2">
            {shares.map((one) => (
              <LiveLink key={one.id} share={one} listingId={id} onStopped={() => count.current?.focus()} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function NewLink({ url }: { url: string }) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('input')?.select(), []);
  return (
    <div ref={field} className="grid w-full justify-items-start gap-3 [&>*:first-child]:w-full">
      <TextField label="Link" hint="Copy it now: it is not shown again." readOnly value={url} />
      <Button size="small" onClick={() => void copyText(url)}>
        <CopyIcon className="size-4" /> Copy link
      </Button>
    </div>
  );
}

type LiveLinkProps = { share: Share; listingId: string; onStopped: () => void };

function LiveLink({ share: { id, expiresAt }, listingId, onStopped }: LiveLinkProps) {
  const stop = useUserAction(deleteShare(listingId), { errorTitle: 'Link not stopped', onSuccess: onStopped });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <span>
        Ends <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>
      </span>
      <Button variant="quiet" size="small" pending={stop.pending && 'Stopping…'} onClick={() => stop.start(id)}>
        Stop sharing
      </Button>
    </li>
  );
}

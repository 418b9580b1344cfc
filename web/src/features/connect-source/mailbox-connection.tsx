import type { ConnectionsView } from '#domain/source/contract.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { CopyableText } from './copyable-text.tsx';

export function MailboxConnection({ mailbox: { address, handOver, lastMailAt } }: Pick<ConnectionsView, 'mailbox'>) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <p className="text-sm text-pretty text-muted">
        {address === null
          ? 'No mailbox is read. Set IMAP_URL to a mailbox of its own, such as imaps://user:password@mail.example.com, and restart.'
          : 'Forward the alert emails of listing sites to this mailbox, or subscribe to them with its address.'}
      </p>
      {address !== null && <CopyableText label="Mailbox that is read" text={address} />}
      {handOver !== null && <CopyableText label="Address for mail servers (message/rfc822, signed)" text={handOver} />}
      <p className="text-sm">
        Last email received: {lastMailAt === null ? 'none yet' : <RelativeTime at={lastMailAt} />}
      </p>
    </div>
  );
}

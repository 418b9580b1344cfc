import { useQuery } from '@tanstack/react-query';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Tabs } from '#web/components/ui/tabs.tsx';
import { FeedConnection } from './feed-connection.tsx';
import { MailboxConnection } from './mailbox-connection.tsx';
import { connectionsQuery } from './queries.ts';
import { WebhookConnection } from './webhook-connection.tsx';

/** The three ways in which a source can send its listings or have them read. */
export function ConnectCard() {
  return (
    <Card title="Connect a source" description="Send listings by webhook or email, or have the scout read a feed.">
      <QueryContent query={useQuery(connectionsQuery)} loading="Loading connections">
        {({ webhook, mailbox }) => (
          <Tabs
            label="Ways to connect a source"
            listClassName="max-w-md"
            panel={{ className: 'mt-5' }}
            tabs={[
              { title: 'Webhook', content: <WebhookConnection webhook={webhook} /> },
              { title: 'Feed', content: <FeedConnection /> },
              { title: 'Mailbox', content: <MailboxConnection mailbox={mailbox} /> },
            ]}
          />
        )}
      </QueryContent>
    </Card>
  );
}

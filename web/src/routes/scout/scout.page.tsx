import { useState } from 'react';
import type { SourceView } from '#domain/source/contract.ts';
import { ConnectCard } from '#web/features/connect-source/connect-card.tsx';
import { EditFeedDialog } from '#web/features/connect-source/edit-feed-dialog.tsx';
import { AlarmBanner } from '#web/features/sources/alarm-banner.tsx';
import { SourcesCard } from '#web/features/sources/sources-card.tsx';
import { StatusCard } from '#web/features/sources/status-card.tsx';
import { AdminPage } from '../admin-page.tsx';

export function ScoutPage() {
  const [editedFeed, setEditedFeed] = useState<SourceView | null>(null);
  return (
    <AdminPage title="Scout and Sources">
      {(user) => (
        <>
          <AlarmBanner />
          <StatusCard />
          {user.isAdmin && <ConnectCard />}
          <SourcesCard mayChange={user.isAdmin} onEdit={setEditedFeed} />
          {editedFeed && <EditFeedDialog source={editedFeed} close={() => setEditedFeed(null)} />}
        </>
      )}
    </AdminPage>
  );
}

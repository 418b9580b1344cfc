import type { QueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { type LiveMessageName, liveMessages } from '#domain/realtime.contract.ts';
import { isOwnRequest } from '#web/lib/api/api.ts';
import { markInactiveStale } from '#web/lib/api/refresh-view.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { applyAlert, applyAnnouncement, applyScouted, applyUser, applyWorkflowLog } from './cache-updates.ts';
import type { createChangeBatch } from './change-batch.ts';

type ChangeBatch = Pick<ReturnType<typeof createChangeBatch>, 'add'>;

/** What each message of the socket does to the page. One that its contract does not allow is ignored. */
export function createMessageHandlers(
  queryClient: QueryClient,
  batch: ChangeBatch,
): Record<LiveMessageName, (message: unknown[]) => void> {
  return {
    alert: handle(liveMessages.alert, (message) => {
      void applyAlert(queryClient, message);
      const { title, priceText } = message.listing;
      const description = [title, priceText].filter(Boolean).join(' · ');
      toast({ title: 'New listing in your area', description });
    }),
    user: handle(liveMessages.user, (user) => applyUser(queryClient, user)),
    announcement: handle(liveMessages.announcement, (message) => applyAnnouncement(queryClient, message)),
    scouted: handle(liveMessages.scouted, (pass) => applyScouted(queryClient, pass)),
    'workflow-log': handle(liveMessages['workflow-log'], (entry) => applyWorkflowLog(queryClient, entry)),
    changed: handle(liveMessages.changed, ({ view, ids }, causes) => {
      // The page that sent the request shows by its answer what it changed.
      if (causes.length > 0 && causes.every(isOwnRequest)) markInactiveStale(queryClient, view);
      else batch.add(view, ids);
    }),
  };
}

function handle<Message extends unknown[]>(contract: z.ZodType<Message>, apply: (...message: Message) => unknown) {
  return (message: unknown[]) => {
    const { data } = contract.safeParse(message);
    if (data) apply(...data);
  };
}

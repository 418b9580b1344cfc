import type { Server } from 'node:http';
import type { Context } from '../context.ts';
import { attachLive, type Live } from '../live.ts';

/** What a process that serves the web wants to hear of: for the pages that are open, and for what it keeps in memory. */
export type WebSide = Pick<Live, 'written' | 'applied' | 'close'>;

export function openWebSide(http: Server, context: Context, viewsReady: Promise<void>): WebSide {
  const { past, passes } = context;
  const live = attachLive(http, context);
  passes.onTold(live.scouted);
  past.begin(viewsReady);
  return {
    written: live.written,
    applied: async (batch) => {
      past.applied(batch);
      await live.applied(batch);
    },
    close: live.close,
  };
}

import { beginLater } from '../time/begin-later.ts';
import type { Context } from '../context.ts';
import { type Leader, startLeader } from './leading.ts';
import type { MailLinks } from '../mail/links.ts';
import type { Stores } from '../stores/stores.ts';

type Errands = {
  context: Context;
  stores: Pick<Stores, 'views' | 'documents'>;
  links: MailLinks;
  /** The address of the site. */
  url: () => string;
  viewsReady: Promise<void>;
};

/** Does for all, while it is this process's turn, what is to be done once: pushes, mails, passwords, old visits. */
export function leadErrands({ context, stores, links, url, viewsReady }: Errands): Leader {
  const { log, passwordRequests } = context;
  return startLeader({
    task: 'errands',
    leases: stores.views.leases,
    log,
    begin: () =>
      beginLater({
        what: 'The post',
        log,
        begin: async (stops) => {
          const [{ startPush }, { startPost }, { startRetention }, { startForgettingSellers }, { startForgetting }] =
            await Promise.all([
              import('../push/push.ts'),
              import('../mail/post.ts'),
              import('../visitors/retention.ts'),
              import('../sell/settled.ts'),
              import('../privacy/resume-forgetting.ts'),
            ]);
          stops.push((await startPush(context)).stop);
          stops.push((await startPost({ context, links, url })).stop);
          await passwordRequests.resume();
          stops.push(startRetention(context, viewsReady).stop, startForgettingSellers(context).stop);
          stops.push(startForgetting(context).stop);
          if (context.config.passwordReveal !== 'off') return;
          const { startDroppingRecoverable } = await import('../credentials/drop-recoverable.ts');
          stops.push(startDroppingRecoverable(context, stores.documents).stop);
        },
      }),
  });
}

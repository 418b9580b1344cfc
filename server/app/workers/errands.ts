import { beginLater } from '#server/platform/subscriptions/begin-later.ts';
import { type Leader, startLeader } from '#server/platform/leader-election/leading.ts';
import type { Logger } from 'pino';
import type { Leases } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { startDroppingRecoverable } from '#server/modules/users/passwords/drop-recoverable.ts';
import type { startPost } from '#server/modules/alerts/email/post.ts';
import type { Forgetting } from '#server/modules/privacy/forgetting.ts';
import type { startPush } from '#server/modules/alerts/push/push.ts';
import type { startForgettingSellers } from '#server/modules/intake/owner-offers/settled.ts';
import type { PasswordRequests } from '#server/modules/users/accounts/forgot-password.ts';
import type { startRetention } from '#server/modules/visitors/retention.ts';

type PasswordDeps = {
  config: Pick<Config, 'passwordReveal'>;
  passwordRequests: Pick<PasswordRequests, 'resume'>;
  documents: Parameters<typeof startDroppingRecoverable>[1];
};

/** What each errand needs. */
type ErrandDeps = {
  leases: Leases;
  log: Logger;
  push: Parameters<typeof startPush>[0];
  mail: Parameters<typeof startPost>[0];
  passwords: PasswordDeps;
  visits: Parameters<typeof startRetention>[0];
  sellers: Parameters<typeof startForgettingSellers>[0];
  deletions: { forgetting: Forgetting; log: Logger };
};

/** While this process is the leader, sends push messages and e-mails, resumes password requests, and erases old data. */
export function leadErrands(deps: ErrandDeps, viewsReady: Promise<void>): Leader {
  const { leases, log, push, mail, passwords, visits, sellers, deletions } = deps;
  return startLeader({
    task: 'errands',
    leases,
    log,
    begin: () =>
      beginLater({
        what: 'The post',
        log,
        begin: async (stops) => {
          const [{ startPush }, { startPost }, { startRetention }, { startForgettingSellers }, { startForgetting }] =
            await Promise.all([
              import('#server/modules/alerts/push/push.ts'),
              import('#server/modules/alerts/email/post.ts'),
              import('#server/modules/visitors/retention.ts'),
              import('#server/modules/intake/owner-offers/settled.ts'),
              import('#server/modules/privacy/resume-forgetting.ts'),
            ]);
          stops.push((await startPush(push)).stop);
          stops.push((await startPost(mail)).stop);
          await passwords.passwordRequests.resume();
          stops.push(startRetention(visits, viewsReady).stop, startForgettingSellers(sellers).stop);
          stops.push(startForgetting(deletions).stop);
          if (passwords.config.passwordReveal !== 'off') return;
          const { startDroppingRecoverable } = await import('#server/modules/users/passwords/drop-recoverable.ts');
          stops.push(startDroppingRecoverable(deletions, passwords.documents).stop);
        },
      }),
  });
}

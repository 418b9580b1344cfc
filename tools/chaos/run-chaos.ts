import type { startFerretDb } from '#projections/store/testing/ferretdb.ts';
import { delay } from '#server/lib/delay.ts';
import { startTestSmtpServer } from '#server/modules/alerts/email/testing/smtp-server.ts';
import { type ApiUser, createApiUser } from '../../e2e/api-user.ts';
import { clusterAdmin, type ClusterProcess, startCluster } from '../../e2e/cluster.ts';
import { startFaults } from './faults.ts';
import { createLatencies } from './latencies.ts';
import { joinMembers, startLoad } from './load.ts';

import { verifyOutcome } from './verdict.ts';

export type ChaosOptions = { minutes: number; seed: number };

const memberCount = 4;
const retryMs = 500;

/** A mixed load on a cluster whose processes and stores fail one after the other. True where every bar is met. */
export async function runChaos(
  mongo: Awaited<ReturnType<typeof startFerretDb>>,
  { minutes, seed }: ChaosOptions,
): Promise<boolean> {
  const smtp = await startTestSmtpServer();
  const cluster = await startCluster(['web', 'web', 'projector', 'projector', 'scout', 'scout'], {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  });
  try {
    const running = new Set<ClusterProcess>(cluster.all);
    let turn = 0;
    const url = () => {
      const webs = [...running].filter(({ role }) => role === 'web');
      turn += 1;
      return webs[turn % webs.length]?.url ?? 'http://127.0.0.1:1';
    };
    const latencies = createLatencies();
    const root = await signIn(url);
    const members = await joinMembers(url, root, memberCount);
    const load = startLoad({ url, latencies }, members);
    const onFault = (name: string) => {
      latencies.recordFault();
      process.stderr.write(`${new Date().toISOString()} ${name}\n`);
    };
    const faults = startFaults({ cluster, mongo, running, root, seed, onFault });
    await delay(minutes * 60_000);
    const faultCount = await faults.stop();
    const done = await load.stop();
    const verdicts = await verifyOutcome({ cluster, done, mails: () => smtp.accepted });
    const saved = members.reduce((sum, { prices }) => sum + prices.length, 0);
    const counts = {
      saved,
      registered: done.emails.length,
      listings: done.listings.length,
      mails: smtp.accepted.length,
    };
    console.log(JSON.stringify({ minutes, seed, faults: faultCount, ...counts, answers: latencies.summarize() }));
    for (const { what, violations } of verdicts) {
      console.log(
        `${violations.length === 0 ? 'yes' : 'NO '} ${what}${violations
          .slice(0, 5)
          .map((one) => `\n      ${one}`)
          .join('')}`,
      );
    }
    return verdicts.every(({ violations }) => violations.length === 0);
  } finally {
    await cluster.end();
    await smtp.close();
  }
}

/** The first admin, as soon as a projector has built the views. */
async function signIn(url: () => string): Promise<ApiUser> {
  for (;;) {
    const root = await createApiUser(url, '/api/login', clusterAdmin.email, clusterAdmin.password).catch(() => null);
    if (root !== null && (await fetch(`${url()}/readyz`)).ok) return root;
    await delay(retryMs);
  }
}

import { WrongArguments } from '#server/lib/command-line/command.ts';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import { findBreach, loadOperations, type Operation } from './api.ts';
import { createRandom } from '../bench/data/random.ts';
import { createKnownValues } from './known-values.ts';
import { createRandomRequest } from './random-request.ts';
import { publishOffer } from './listings.ts';
import { openRoles, type Role, roles } from './roles.ts';
import { startSurroundings } from './surroundings.ts';

const timeoutMs = 15_000;
const concurrency = 8;
const maxShown = 20;

await runCommand({
  invocation: 'npm run fuzz --',
  description: `Sends random requests to every operation of openapi.json as each role. With NODE_ENV=test the product itself
compares each answer with its schema, and fails where it differs.`,
  options: {
    requests: { type: 'string', value: 'N', description: 'how many requests; 16000 unless given' },
    seed: { type: 'string', value: 'N', description: 'another number gives other requests; 1 unless given' },
  },
  run: async ({ values: { requests = '16000', seed = '1' } }) =>
    sendRandomRequests(parseCount(requests), parseCount(seed)),
});

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new WrongArguments(`${text} is not a whole number`);
  return Number(text);
}

async function sendRandomRequests(requests: number, seed: number): Promise<void> {
  const random = createRandom(seed);
  const { product, webhookUrl, stop } = await startSurroundings();
  const accounts = await openRoles(product);
  const operations = await loadOperations(product.url);
  // Without the admin of the environment, no role can be renewed.
  const root = JSON.parse((await (await product.adminClient()).get('/api/user')).text) as { id: string };
  const knownValues = createKnownValues(random, [root.id]);
  knownValues.add('url', webhookUrl);
  knownValues.add('/api/admin/sources', 'county');
  await publishOffer(product);
  const statuses = new Map<number, number>();
  const succeeded = new Set<Operation>();
  const breaches: string[] = [];
  let left = requests;

  async function send(operation: Operation, role: Role): Promise<void> {
    const { path, init } = createRandomRequest(operation, knownValues, random);
    const headers = { ...init.headers, cookie: accounts.cookieOf(role) };
    const label = `${operation.method.toUpperCase()} ${operation.path} as ${role}`;
    try {
      const answer = await fetch(product.url + path, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
      const body = await answer.text();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.ok) succeeded.add(operation);
      knownValues.learn(operation.path, body);
      const breach = findBreach(operation, answer);
      if (breach !== null)
        breaches.push(
          `${label}: ${answer.status} ${breach}: ${path} ${typeof init.body === 'string' ? init.body : 'a form'} ${body}`,
        );
      if (role !== 'anyone' && (answer.status === 401 || init.method === 'DELETE')) await accounts.renew(role);
    } catch (error) {
      breaches.push(`${label}: ${String(error)}: ${path}`);
    }
  }

  async function sendUntilDone(): Promise<void> {
    for (; left > 0; ) {
      left -= 1;
      const operation = operations[left % operations.length];
      const role = roles[Math.floor(left / operations.length) % roles.length];
      if (operation && role) await send(operation, role);
    }
  }

  await Promise.all(Array.from({ length: concurrency }, sendUntilDone));
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(
    `${requests} requests to ${operations.length} operations as ${roles.length} roles (${counts.join(', ')})`,
  );
  const refused = operations.filter((operation) => !succeeded.has(operation));
  console.log(`never accepted: ${refused.map(({ method, path }) => `${method} ${path}`).join(', ') || 'none'}`);
  console.log(`${breaches.length} answers not as described`);
  for (const breach of breaches.slice(0, maxShown)) console.log(breach.slice(0, 500));
  await stop();
  process.exitCode = breaches.length > 0 ? 1 : 0;
}

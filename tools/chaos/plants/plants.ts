import { readFileSync } from 'node:fs';

/** A change of one source file of the product: `from` is in it once. */
export type Edit = { file: string; from: string; to: string };

const matching = 'server/modules/alerts/matching';

/** Ways to break the product, each of which a run must notice. */
export const plants = {
  'early-acknowledgement': [
    {
      file: 'server/platform/commands/command-handler.ts',
      from: 'const appended = await store.append(stream, events, loadedStream.revision, metadata);',
      to: `const write = store.append.bind(null, stream, events, loadedStream.revision, metadata);
        const isSave = events.every(({ type, data }) => type === 'FiltersUpdated' && Object.keys(data.changes).join() === 'maxPrice');
        if (isSave) setTimeout(() => void write().catch(() => undefined), 1_000);
        const appended = isSave ? { revision: loadedStream.revision + events.length, position: loadedStream.position } : await write();`,
    },
  ],
  'lost-receivers': [
    {
      file: `${matching}/alert-batches.ts`,
      from: 'yield* recipientsByKey.values();',
      to: 'yield* [...recipientsByKey.values()].slice(1);',
    },
  ],
  'repeated-messages': [
    {
      file: 'server/platform/outbox/send-item.ts',
      from: '    await record(claimed, null);',
      to: "    await record(claimed, claimed.attempts > 0 ? null : { ...claimed, state: 'waiting', attempts: 1, due: 0 });",
    },
  ],
  'repeated-alerts': [
    {
      file: `${matching}/create-alerts.ts`,
      from: 'of splitRecipients(matches, known, {',
      to: 'of splitRecipients(matches, [], {',
    },
  ],
  'early-checkpoint': [
    {
      file: 'server/platform/projector/view-group.ts',
      from: 'await views.apply(batch);',
      to: `await views.apply(batch.map((one) => ({ ...one, changes: [] })));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await views.apply(batch.map((one) => ({ ...one, checkpoint: null, isRepair: true as const })));`,
    },
  ],
  'kept-document': [
    {
      file: 'server/modules/privacy/account-erasure.ts',
      from: 'const erasers = stores.map(',
      to: "const erasers = stores.filter(({ space }) => space !== 'credentials').map(",
    },
  ],
  'new-message-id': [
    {
      file: 'server/modules/alerts/channels/email/render-email.ts',
      from: 'messageId: createMessageId(mail, url()),',
      to: 'messageId: `<${crypto.randomUUID()}@${createMessageId(mail, url()).length}>`,',
    },
  ],
  'refused-requests': [
    {
      file: 'server/app/start.ts',
      from: "http.server.on('request', app);",
      to: "http.server.on('request', (_request, response) => void response.writeHead(503).end(String(app.length)));",
    },
  ],
} satisfies Record<string, Edit[]>;

export type PlantName = keyof typeof plants;

export function isPlant(name: string): name is PlantName {
  return Object.hasOwn(plants, name);
}

/** Leads what goes to the push service of the load to the fake one on this machine. */
const routeToPushService: Edit = {
  file: 'server/modules/alerts/channels/push/push-transport.ts',
  from: 'const answer = await client.fetch(url, {',
  to: "const answer = await client.fetch(url.hostname === 'push.example.com' ? `${process.env['CHAOS_PUSH_URL'] ?? ''}${url.pathname}` : url, {",
};

export function listEdits(plant: PlantName | null): Edit[] {
  return [routeToPushService, ...(plant === null ? [] : plants[plant])];
}

/** The source after an edit. Throws where the text is not in it exactly once. */
export function applyEdit(source: string, { file, from, to }: Edit): string {
  const [before, after, ...others] = source.split(from);
  if (before === undefined || after === undefined || others.length > 0)
    throw new Error(`${file} does not contain once: ${from}`);
  return `${before}${to}${after}`;
}

const root = new URL('../../../', import.meta.url);

export const toFileUrl = ({ file }: Edit): string => new URL(file, root).href;
export const readEdited = (edit: Edit): string => applyEdit(readFileSync(new URL(toFileUrl(edit)), 'utf8'), edit);

/** The environment in which a process of the product runs with these edits. */
export function getPreloadEnv(pushUrl: string, plant: PlantName | null): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${new URL('preload.ts', import.meta.url).href}`,
    CHAOS_PUSH_URL: pushUrl,
    CHAOS_PLANT: plant ?? '',
  };
}

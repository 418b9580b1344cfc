import type { Documents } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import { type OutboxItem, outboxSpace } from '#server/platform/outbox/item.ts';

export type WitnessChannel = 'witness-webhook' | 'witness-email';
type WitnessConfig = Pick<Config, 'witness'>;
type HealthDeps = { config: WitnessConfig; documents: Pick<Documents, 'list'> };

const minFailures = 3;

/** Why seals do not reach a witness that is set, once three attempts at one failed; null where they do. */
export async function describeFailingWitness({ config, documents }: HealthDeps): Promise<string | null> {
  for (const [channel, name] of listWitnesses(config)) {
    const where = { channel, state: { in: ['waiting', 'sending'] }, attempts: { gt: minFailures - 1 } };
    const [item] = (await documents.list<OutboxItem>(outboxSpace, { where, limit: 1 })).docs;
    if (item !== undefined) return `Seals do not reach the witness in ${name}. ${item.error ?? ''}`.trim();
  }
  return null;
}

function listWitnesses({ witness: { webhook, email } }: WitnessConfig): [WitnessChannel, setting: string][] {
  return [
    ...(webhook === null ? [] : [['witness-webhook', 'WITNESS_URL'] satisfies [WitnessChannel, string]]),
    ...(email === null ? [] : [['witness-email', 'WITNESS_EMAIL'] satisfies [WitnessChannel, string]]),
  ];
}

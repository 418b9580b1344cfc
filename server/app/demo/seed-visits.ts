import { v5 as uuidV5 } from 'uuid';
import { visitStream } from '#domain/event-catalog/streams.ts';
import { visit } from '#domain/visit/decider.ts';
import { dayMs } from '#server/lib/clock.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

const namespace = '5b0c7e5e-52c6-5d2c-8a7b-0c1f6a1d9e20';
const days = 12 * 7;
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const places = [
  ['Detroit', 'MI'],
  ['Toledo', 'OH'],
  ['Cleveland', 'OH'],
  ['Memphis', 'TN'],
  ['Birmingham', 'AL'],
  ['St. Louis', 'MO'],
  ['San Antonio', 'TX'],
  ['Fresno', 'CA'],
  ['Baltimore', 'MD'],
] as const;
const referrers = ['https://www.google.com/', null, 'https://www.bing.com/', null, 'https://investors.example.com/'];

type SeedDeps = Pick<Platform, 'events' | 'clock'>;

/** Records visits of the last 12 weeks, more of them every week, each event once. */
export async function seedVisits({ events, clock }: SeedDeps): Promise<void> {
  const now = clock().getTime();
  for (let day = 0; day < days; day += 1) {
    const at = new Date(now - (days - 1 - day) * dayMs);
    const handle = createCommandHandler(events, () => at);
    const visitsPerDay = 1 + Math.floor(day / 28);
    for (let n = 0; n < visitsPerDay; n += 1) {
      const index = day * 3 + n;
      const visitId = uuidV5(`visit/${index}`, namespace);
      const command = { type: 'Record', data: createVisit(visitId, index) } as const;
      await handle(visit, visitStream(visitId), command, { actor: 'system', commandId: visitId });
    }
  }
}

/** The addresses are those that RFC 5737 reserves for documentation. */
function createVisit(visitId: string, index: number) {
  const [city, state] = places[(index * 7) % places.length] ?? places[0];
  const referrer = referrers[index % referrers.length] ?? null;
  return { visitId, ipAddress: `203.0.113.${index % 250}`, userAgent, state, city, country: 'USA', referrer };
}

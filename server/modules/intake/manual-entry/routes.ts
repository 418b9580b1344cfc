import { type IntakeItem, intakeItem, type IntakeResult } from '#domain/listing/contract.ts';
import { entryBody, type EntryOutcome, entryPath, entryQuery } from '#domain/listing/entry.contract.ts';
import { ownSources } from '#domain/listing/own-sources.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { listingIdOf } from '../pipeline/identity.ts';
import type { ShownDeps } from '../pipeline/shown.ts';
import type { WayIn } from '../pipeline/way-in.ts';
import { previewOf } from './preview.ts';

const source = ownSources.entry;
/** Stands for a link that is not typed yet; the rules do not look at it. */
const anyLink = 'https://example.com/';

/** Entry of a listing by an admin: it is taken like those of every other source, or only judged (`?dryRun=1`). */
export function listingEntryRoutes({ events, caughtUp }: ShownDeps, { intake }: Pick<WayIn, 'intake'>): Route[] {
  return [
    route(
      { method: 'post', path: entryPath, access: 'admin', status: 202, body: entryBody },
      async ({ request, response, body, sender }) => {
        const { dryRun } = entryQuery.parse(request.query);
        if (dryRun) {
          response.status(200);
          return previewOf({ ...body, title: body.title ?? '', link: body.link ?? anyLink }, await loadGazetteer());
        }
        const item = intakeItem.parse(body);
        const result = await intake.take(source, [item], sender);
        const outcome = outcomeOf(item, result);
        if (outcome.outcome === 'accepted') response.status(201);
        await caughtUp(await events.head());
        return outcome;
      },
    ),
  ];
}

function outcomeOf(item: IntakeItem, { accepted, review: [held], rejected: [refused] }: IntakeResult): EntryOutcome {
  const id = listingIdOf(source, item);
  if (held) return { id, outcome: 'review', reason: held.reason };
  if (refused) return { id, outcome: 'rejected', reason: refused.reason };
  return { id, outcome: accepted > 0 ? 'accepted' : 'duplicate', reason: null };
}

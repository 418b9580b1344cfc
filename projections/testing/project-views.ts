import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Position } from '#domain/shared/decider.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { knownListings } from '../known-listings.ts';
import { listings } from '../listings.ts';
import { memberListingPartitions, type memberListings } from '../member-listings.ts';
import type { Projection } from '../projection.ts';
import { alertCounts, alertDays } from '../alert-counts.ts';
import { memberships } from '../memberships.ts';
import { review } from '../review.ts';
import type { Doc, ViewStore } from '../store/port.ts';
import { openSqliteViewStore } from '../store/sqlite/sqlite.ts';
import { users } from '../users.ts';
import { visitorStats } from '../visitor-stats.ts';
import { visitors } from '../visitors.ts';
import { workflowLog } from '../workflow-log.ts';
import { type Fact, projectView } from './project-view.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';

/** All views after the events, in a real store that is deleted at the end of the test. */
export async function projectViews(facts: Fact[]): Promise<ViewStore> {
  const folder = createTestFolder();
  const store = openSqliteViewStore(join(folder, 'views.sqlite'));
  onTestFinished(() => store.close());

  const fill = async <Type extends DomainEvent['type'], D extends Doc>(projection: Projection<Type, D>) => {
    const position = facts.length as Position;
    const changes = [...projectView(projection, facts)].map(([id, doc]) => ({ id, doc, position }));
    await store.prepare(projection, 'v1');
    await store.promote(projection, 'v1');
    await store.apply([{ view: projection.view, generation: 'v1', changes, checkpoint: position }]);
  };
  await fill(users);
  await fill(memberships);
  for (const part of memberListingPartitions) await fill(part as typeof memberListings);
  await fill(alertCounts);
  await fill(alertDays);
  await fill(listings);
  await fill(knownListings);
  await fill(review);
  await fill(workflowLog);
  await fill(visitors);
  await fill(visitorStats);
  return store;
}

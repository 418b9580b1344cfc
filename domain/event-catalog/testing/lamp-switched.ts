import { isUserActor } from '#domain/workflow-log/actors.ts';
import type { Upcaster, Upcasters } from '../upcasters.ts';

/** An event type for tests only, now in version 2, to test reading of old versions. */
export type DomainEvent = { type: 'LampSwitched'; data: { lampId: string; isOn: boolean; byPerson: boolean } };

type FirstVersion = { lampId: string; state: 'off' | 'on' };

/** From 1 to 2: the state becomes a boolean, and a new field, derived from the actor, says whether a person did it. */
const addPerson: Upcaster = (data, { metadata }) => {
  const { lampId, state } = data as FirstVersion; // the shape in event-fixtures/testing/shapes.json
  return { lampId, isOn: state === 'on', byPerson: isUserActor(metadata.actor) };
};

export const testUpcasters: Upcasters = { LampSwitched: [addPerson] };

import { isUserActor } from '#domain/workflow-log/actors.ts';
import type { Upcaster, Upcasters } from '../upcasters.ts';

/** An event that exists in tests only, now in version 2: with it they prove how old events are read. */
export type DomainEvent = { type: 'LampSwitched'; data: { lampId: string; isOn: boolean; byPerson: boolean } };

type FirstVersion = { lampId: string; state: 'off' | 'on' };

/** From 1 to 2: the state becomes a boolean, and the data say whether a person did it, which the actor tells. */
const addPerson: Upcaster = (data, { metadata }) => {
  const { lampId, state } = data as FirstVersion; // as golden/shapes.json has it
  return { lampId, isOn: state === 'on', byPerson: isUserActor(metadata.actor) };
};

export const testUpcasters: Upcasters = { LampSwitched: [addPerson] };

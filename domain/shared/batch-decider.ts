import type { Decider } from './decider.ts';

/** Several commands as one: all of their events are written together, or none. */
export function createBatchDecider<Command, Event, State>(
  one: Decider<Command, Event, State>,
): Decider<Command[], Event, State> {
  return {
    ...one,
    decide: (commands, before) => {
      let state = before;
      return commands.flatMap((command) => {
        const events = one.decide(command, state);
        state = events.reduce(one.evolve, state);
        return events;
      });
    },
  };
}

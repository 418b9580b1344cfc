const intakePrefix = 'intake:';
/** A member who is sealed in the event. */
export const memberActor = 'member';
const namedActors = ['system', 'scout', 'payments', 'anonymous', memberActor];

/** Actors that are not users: components, and sources of listings. */
export function isUserActor(actor: string): boolean {
  return !namedActors.includes(actor) && !actor.startsWith(intakePrefix);
}

/** The name of an actor within a sentence. */
export function formatActor(actor: string, nameOf: (userId: string) => string): string {
  if (isUserActor(actor)) return nameOf(actor);
  if (actor.startsWith(intakePrefix)) return `source ${actor.slice(intakePrefix.length)}`;
  if (actor === 'payments') return 'the payment provider';
  if (actor === memberActor) return 'a member';
  return actor === 'anonymous' ? 'a visitor' : `the ${actor}`;
}

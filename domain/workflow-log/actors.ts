const intake = 'intake:';

/** Actors that are no user: the product's own parts, and sources of listings. */
export function isUser(actor: string): boolean {
  return !['system', 'scout', 'payments', 'anonymous'].includes(actor) && !actor.startsWith(intake);
}

/** How an actor reads within a sentence. */
export function actorName(actor: string, nameOf: (userId: string) => string): string {
  if (isUser(actor)) return nameOf(actor);
  if (actor.startsWith(intake)) return `source ${actor.slice(intake.length)}`;
  if (actor === 'payments') return 'the payment provider';
  return actor === 'anonymous' ? 'a visitor' : `the ${actor}`;
}

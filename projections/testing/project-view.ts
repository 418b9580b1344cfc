import type { Metadata, Position, Recorded } from '#domain/shared/decider.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import type { EventOf, Projection } from '../projection.ts';
import type { Doc } from '../store/port.ts';

export type Fact = DomainEvent & Partial<Pick<Metadata, 'actor' | 'at'>>;

/**
 * The events as the log would contain them: positions from 1, a minute apart from noon on 1 March 2026, by `system`.
 */
function recordFacts(facts: Fact[]): Recorded<DomainEvent>[] {
  return facts.map(({ actor = 'system', at, ...event }, index) => {
    const minute = new Date(Date.UTC(2026, 2, 1, 12, index)).toISOString();
    const metadata = { actor, commandId: `c-${index}`, correlationId: `c-${index}`, at: at ?? minute };
    const position = (index + 1) as Position;
    return { ...event, id: `e-${index + 1}`, stream: 's', revision: index, position, metadata };
  });
}

/** The documents of a view after the events, by id. */
export function projectView<Type extends DomainEvent['type'], D extends Doc>(
  { handles, idsOf, relatedTo, evolve }: Projection<Type, D>,
  facts: Fact[],
): Map<string, D> {
  const types: readonly string[] = handles;
  // An event of a handled type has the type that the projection takes.
  const handled = recordFacts(facts).filter(({ type }) => types.includes(type)) as Recorded<EventOf<Type>>[];
  const docs = new Map<string, D>();
  for (const event of handled) {
    const relation = relatedTo?.(event) ?? null;
    const isRelated = (doc: D) =>
      relation !== null &&
      Object.entries(doc).some(([field, value]) => field === relation.field && value === relation.value);
    const related = [...docs.values()].filter(isRelated).map(({ id }) => id);
    for (const id of new Set([...idsOf(event), ...related])) {
      const doc = evolve(docs.get(id) ?? null, event, id);
      if (doc === null) docs.delete(id);
      else docs.set(id, doc);
    }
  }
  return docs;
}

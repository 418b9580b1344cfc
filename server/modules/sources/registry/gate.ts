import { type SourceKind } from '#domain/source/contract.ts';
import { ownSources } from '#domain/listing/own-sources.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import type { Sender } from '#server/platform/commands/handle.ts';
import type { Intake } from '#server/modules/intake/index.ts';
import type { SourceFigures } from './figures.ts';
import type { KnownSources } from './known.ts';
import type { Pauses } from './pauses.ts';

type Parts = { figures: Pick<SourceFigures, 'count'>; known: Pick<KnownSources, 'note'>; pauses: Pauses };

/** The passes of a feed are not begun while it is paused, so that one under way comes to its end. */
const pulls: readonly SourceKind[] = ['feed', 'imap'];

/** Whatever comes in: refuses it whole where its source is paused, and counts what became of it. */
export function sourceGate(intake: Intake, { figures, known, pauses }: Parts): Intake {
  return {
    ...intake,
    take: async (source, items, sender, whyWait) => {
      const kind = kindOf(source, sender);
      const isPulled = pulls.includes(kind);
      if (!isPulled && (await pauses.isPaused(source))) throw refusal(source);
      if (!isPulled) known.note(source, kind);
      try {
        const result = await intake.take(source, items, sender, whyWait);
        figures.count(source, kind, { result, items: items.length });
        return result;
      } catch (error) {
        if (!isPulled) figures.count(source, kind, { problem: 'The listings could not be stored' });
        throw error;
      }
    },
  };
}

export function refusal(source: string): Problem {
  return new Problem(409, `The source '${source}' is paused`);
}

/** By its id where that is the product's own, else by the way it came. */
function kindOf(source: string, { commandId }: Pick<Sender, 'commandId'>): SourceKind {
  if (source === ownSources.sell || source === ownSources.entry || source === ownSources.simulator) return source;
  if (commandId.startsWith('feed:')) return 'feed';
  if (commandId.startsWith('imap:')) return 'imap';
  return commandId.startsWith('email:') || source.startsWith('email-') ? 'email' : 'webhook';
}

import type { IntakeResult } from '#domain/listing/contract.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { ItemReport } from './intake.ts';

/** What a source sent at once, and through what. */
type Delivery = { source: string; sender: CommandMetadata; itemCount: number };

/** How the intake treats what a source sends, by its origin. */
export type SourcePolicy = {
  /** Takes a delivery, and counts its outcome. Throws HttpError 409 where its source is paused. */
  apply: (delivery: Delivery, take: () => Promise<IntakeResult>) => Promise<IntakeResult>;
  /** Records where the items of a delivery lie, whatever their outcome. */
  recordPlaces: (delivery: Pick<Delivery, 'source' | 'sender'>, items: readonly Pick<ItemReport, 'place'>[]) => void;
};

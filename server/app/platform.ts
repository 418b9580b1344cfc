import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import { type Clock, createFileClock, systemClock } from '#server/lib/clock.ts';
import { createCommandHandler, type CommandHandler } from '#server/platform/commands/command-handler.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { recordWritePosition } from '#server/platform/http/routing/write-position.ts';

/** The dependencies of all modules. */
export type Platform = {
  config: Config;
  clock: Clock;
  log: Logger;
  /** Reading a stream with a damaged event throws StreamDamaged; the whole log is read beyond it. */
  events: EventStore;
  views: ViewReader;
  documents: Documents;
  handle: CommandHandler;
  /** Resolves once the views have applied `position`, or after 2 s. */
  waitForProjections: (position: Position) => Promise<void>;
};

type PlatformDeps = Omit<Platform, 'clock' | 'handle'> & {
  /** The clock that the configuration names, unless given. */
  clock?: Clock | undefined;
};

export function createPlatform(parts: PlatformDeps): Platform {
  const clock = parts.clock ?? selectClock(parts.config, parts.events);
  return { ...parts, clock, handle: createCommandHandler(parts.events, clock, recordWritePosition) };
}

/** The clock that the configuration names, else that of the log's server, else the system's. */
export function selectClock(
  { clockFile }: Pick<Config, 'clockFile'>,
  { clockOffsetMs }: Pick<EventStore, 'clockOffsetMs'>,
): Clock {
  if (clockFile !== null) return createFileClock(clockFile);
  return clockOffsetMs === undefined ? systemClock : () => new Date(Date.now() + clockOffsetMs());
}

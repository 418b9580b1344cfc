import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import { type Clock, clockIn, systemClock } from '#server/lib/clock.ts';
import { commandHandler, type Handle } from '#server/platform/commands/handle.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { noteDurable } from '#server/platform/http/routing/durable.ts';

/** What every module may use. */
export type Platform = {
  config: Config;
  clock: Clock;
  log: Logger;
  events: EventStore;
  views: ViewReader;
  documents: Documents;
  handle: Handle;
  /** Resolves once the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
};

type PlatformParts = Omit<Platform, 'clock' | 'handle'> & {
  /** The clock that the configuration names, unless given. */
  clock?: Clock | undefined;
};

export function createPlatform(parts: PlatformParts): Platform {
  const clock = parts.clock ?? clockOf(parts.config);
  return { ...parts, clock, handle: commandHandler(parts.events, clock, noteDurable) };
}

function clockOf({ clockFile }: Config): Clock {
  return clockFile === null ? systemClock : clockIn(clockFile);
}

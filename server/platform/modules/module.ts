import type { MachineRoute, Route } from '#server/platform/http/routing/route.ts';
import type { LeaderElection } from '#server/platform/leader-election/leader-election.ts';
import type { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import type { OutboxChannel } from '#server/platform/outbox/message-delivery.ts';

/** Built from the services of all modules; its parameter says which it needs. */
type Part<T> = (services: never) => T;
type Running = { stop: () => Promise<void> };

/** What a process does by its role. */
export type Capability = 'servesWeb' | 'keepsViews' | 'takesListings' | 'readsLog' | 'scouts' | 'sends';

/** What a subscription does, and the lease whose holder runs it; null: every process of a role. */
export type Reaction = { does: string; lease: keyof typeof leaseTasks | null };

/** What one module adds to the product. */
export type Module = {
  name: string;
  /** Its services, built from the platform and from those of the modules before it. */
  provide?: Part<object>;
  /** What stops the services that work in the background. */
  stopBackground?: Part<readonly Running['stop'][]>;
  /** What stops long work that a request or a worker began: workers wait for its end, so it stops before them. */
  stopLongWork?: Part<readonly Running['stop'][]>;
} & ModuleHttp &
  ModuleWork;

type ModuleHttp = {
  routes?: readonly Part<Route[]>[];
  machineRoutes?: readonly Part<MachineRoute[]>[];
  metrics?: readonly Part<void>[];
};

type ModuleWork = {
  /** By name. */
  subscriptions?: Record<string, Reaction>;
  /** The work on a lease that a process of this role competes for. */
  workers?: readonly { role: Capability; run: Part<LeaderElection> }[];
  /** The ways by which it sends messages: any process may send them, and the maintenance worker puts them into the outbox. */
  channels?: readonly Part<OutboxChannel[] | Promise<OutboxChannel[]>>[];
  /** Work of the maintenance worker. */
  maintenance?: readonly Part<Running | null | Promise<Running | null>>[];
};

export const defineModule = <const M extends Module>(module: M): M => module;

/** The services that a module's parts are built from. */
export type NeedsOf<F extends (services: never) => unknown> = Parameters<F>[0];

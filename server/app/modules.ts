import { alertsModule } from '#server/modules/alerts/module.ts';
import { announcementsModule } from '#server/modules/announcements/module.ts';
import { auditModule } from '#server/modules/audit/module.ts';
import { geoModule } from '#server/modules/geo/module.ts';
import { intakeModule } from '#server/modules/intake/module.ts';
import { monitoringModule } from '#server/modules/monitoring/module.ts';
import { paymentsModule } from '#server/modules/payments/module.ts';
import { picturesModule } from '#server/modules/pictures/module.ts';
import { privacyModule } from '#server/modules/privacy/module.ts';
import { sourcesModule } from '#server/modules/sources/module.ts';
import { searchesModule } from '#server/modules/searches/module.ts';
import { userDetailsModule } from '#server/modules/user-details/module.ts';
import { usersModule } from '#server/modules/users/module.ts';
import { visitorsModule } from '#server/modules/visitors/module.ts';
import { workflowLogModule } from '#server/modules/workflow-log/module.ts';
import type { Module, Reaction } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

/** The modules of the product: the services of each are built from those before it. */
const modules = [
  usersModule,
  sourcesModule,
  picturesModule,
  intakeModule,
  alertsModule,
  auditModule,
  privacyModule,
  searchesModule,
  userDetailsModule,
  monitoringModule,
  visitorsModule,
  announcementsModule,
  workflowLogModule,
  paymentsModule,
  geoModule,
] as const;

type AnyModule = (typeof modules)[number];
type ModuleWith<K extends keyof Module> = Extract<AnyModule, Record<K, unknown>>;
/** The services after all of `Modules`; where one lacks a service of those before it, only its name. */
type Provided<Modules, Known> = Modules extends readonly [infer First, ...infer Rest]
  ? First extends { name: infer Name; provide: (needs: infer Needs) => infer Services }
    ? Known extends Needs
      ? Provided<Rest, Known & Services>
      : { lacksServices: Name }
    : Provided<Rest, Known>
  : Known;

/** The platform, and the services of all modules. */
export type Services = Provided<typeof modules, Platform>;

export function provideServices(platform: Platform): Services {
  let services: object = platform;
  // `Provided` has checked that each gets what it needs.
  for (const { provide } of modules as readonly Module[]) services = { ...services, ...provide?.(services as never) };
  return services as Services;
}

const platformReactions: Record<string, Reaction> = {
  views: { does: 'Keeps the read models.', lease: 'projector' },
  'live-updates': {
    does: 'Sends events to all processes that serve pages, where there may be several.',
    lease: 'relay',
  },
};

/** Everything that reacts to events, by the name of its subscription. */
export function listReactions(): Record<string, Reaction> {
  const all: Record<string, Reaction>[] = [platformReactions, ...listParts('subscriptions')];
  return Object.fromEntries(all.flatMap((reactions) => Object.entries(reactions)));
}

/** One part of every module that has it, in the order of the modules. */
export function listParts<K extends keyof Module>(part: K): ModuleWith<K>[K][] {
  return modules.flatMap((module) => (part in module ? [(module as ModuleWith<K>)[part]] : []));
}

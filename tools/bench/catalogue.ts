import type { BenchResult } from './result.ts';
import { measureBundle } from './benchmarks/bundle.ts';
import { measureCommands } from './benchmarks/commands.ts';
import { measureEventLoop } from './benchmarks/event-loop.ts';
import { measureLargeAlert } from './benchmarks/large-alert.ts';
import { measureAuditLog } from './benchmarks/audit-log.ts';
import { measureReposts } from './benchmarks/repost-detection.ts';
import { measureImports } from './benchmarks/imports.ts';
import { measureClassification } from './benchmarks/classification.ts';
import { measureLogAdapter } from './benchmarks/adapters/log-adapter.ts';
import { measureMatching, measureShard } from './benchmarks/matching.ts';
import { measureMemory } from './benchmarks/memory.ts';
import { measureMorning } from './benchmarks/morning.ts';
import { measurePointInTime } from './benchmarks/point-in-time.ts';
import { measureReads } from './benchmarks/reads.ts';
import { measureRebuild } from './benchmarks/rebuild.ts';
import { measureAlertDelivery } from './benchmarks/alert-delivery.ts';
import { measureUsersPage } from './benchmarks/users-page.ts';
import { measureSearches } from './benchmarks/searches.ts';
import { measureSenders } from './benchmarks/senders.ts';
import { measureStartup } from './benchmarks/startup.ts';
import { measureViewAdapter } from './benchmarks/adapters/view-adapter.ts';
import type { Size } from './options.ts';
import type { Bench } from './setup.ts';

/** Figures that are measured together, under the name for `--only`. */
export type BenchmarkGroup = {
  /** A `product` is measured on files, and again on engines where there are any; an adapter on its engine only. */
  of: 'product' | 'part' | 'log adapter' | 'view adapter';
  /** The size of its data. */
  size: Size | null;
  /** Whether it is quick enough to be measured ten times. */
  isCompared: boolean;
  /** Whether `--short` measures it. */
  isShort?: boolean;
  /** Whether its bar applies on engines too, where these are not stand-ins. */
  isBarredOnEngines?: boolean;
  measure: (bench: Bench, size: number) => Promise<BenchResult[]>;
};

const product = { of: 'product', size: null, isCompared: true } as const;
const part = { of: 'part', size: null, isCompared: true } as const;

export const catalogue: Record<string, BenchmarkGroup> = {
  startup: { ...product, isShort: true, measure: measureStartup },
  commands: { ...product, isShort: true, measure: measureCommands },
  reads: { ...product, isShort: true, measure: measureReads },
  imports: { ...product, measure: measureImports },
  rebuild: {
    ...product,
    size: 'events',
    isCompared: false,
    isBarredOnEngines: true,
    measure: (bench, size) => measureRebuild(size, bench),
  },
  history: { ...product, size: 'events', isCompared: false, measure: (bench, size) => measureAuditLog(size, bench) },
  shown: {
    ...product,
    size: 'connected',
    isShort: true,
    measure: (bench, size) => measureAlertDelivery(size, bench),
  },
  bundle: { ...part, measure: measureBundle },
  match: { ...part, isShort: true, size: 'members', measure: (_bench, size) => measureMatching(size) },
  shard: { ...part, isCompared: false, size: 'members', measure: (_bench, size) => measureShard(size) },
  searches: { ...part, isCompared: false, size: 'users', measure: (bench, size) => measureSearches(size, bench) },
  crowd: { ...part, size: 'connected', isCompared: false, measure: (bench, size) => measureLargeAlert(size, bench) },
  judge: { ...part, isShort: true, measure: measureClassification },
  morning: { ...part, size: 'alerts', isCompared: false, measure: (bench, size) => measureMorning(size, bench) },
  loop: { ...part, isCompared: false, measure: measureEventLoop },
  memory: { ...part, size: 'users', isCompared: false, measure: (bench, size) => measureMemory(size, bench) },
  'users-page': {
    ...part,
    size: 'users',
    isCompared: false,
    measure: (bench, size) => measureUsersPage(size, bench),
  },
  past: { ...part, size: 'events', isCompared: false, measure: (bench, size) => measurePointInTime(size, bench) },
  identity: { ...part, size: 'listings', isCompared: false, measure: (_bench, size) => measureReposts(size) },
  log: { of: 'log adapter', size: null, isCompared: false, measure: measureLogAdapter },
  views: { of: 'view adapter', size: null, isCompared: false, measure: measureViewAdapter },
  senders: { of: 'view adapter', size: null, isCompared: false, measure: measureSenders },
};

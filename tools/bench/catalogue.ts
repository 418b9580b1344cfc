import type { Figure } from './figure.ts';
import { bundle } from './figures/bundle.ts';
import { commands } from './figures/commands.ts';
import { crowdAlerted } from './figures/crowd.ts';
import { history } from './figures/history.ts';
import { identity } from './figures/identity.ts';
import { imports } from './figures/imports.ts';
import { judge } from './figures/judge.ts';
import { logAdapter } from './figures/log-adapter.ts';
import { match } from './figures/match.ts';
import { memory } from './figures/memory.ts';
import { past } from './figures/past.ts';
import { reads } from './figures/reads.ts';
import { rebuildRate } from './figures/rebuild.ts';
import { shown } from './figures/shown.ts';
import { startup } from './figures/startup.ts';
import { viewAdapter } from './figures/view-adapter.ts';
import type { Size } from './options.ts';
import type { Bench } from './setup.ts';

/** Figures that are measured together, under the name that `--only` takes. */
export type Group = {
  /** `product` is measured on files, and once more where there are engines; an adapter on its engine alone. */
  of: 'product' | 'part' | 'log adapter' | 'view adapter';
  /** How large it is made. */
  size: Size | null;
  /** Whether it is quick enough to be measured ten times. */
  isCompared: boolean;
  /** Whether its bar counts on engines too, where these are no stand-ins. */
  isBarredOnEngines?: boolean;
  measure: (bench: Bench, size: number) => Promise<Figure[]>;
};

const product = { of: 'product', size: null, isCompared: true } as const;
const part = { of: 'part', size: null, isCompared: true } as const;

export const catalogue: Record<string, Group> = {
  startup: { ...product, measure: startup },
  commands: { ...product, measure: commands },
  reads: { ...product, measure: reads },
  imports: { ...product, measure: imports },
  rebuild: {
    ...product,
    size: 'events',
    isCompared: false,
    isBarredOnEngines: true,
    measure: (bench, size) => rebuildRate(size, bench),
  },
  history: { ...product, size: 'events', isCompared: false, measure: (bench, size) => history(size, bench) },
  shown: { ...product, size: 'connected', measure: (bench, size) => shown(size, bench) },
  bundle: { ...part, measure: bundle },
  match: { ...part, size: 'members', measure: (_bench, size) => match(size) },
  crowd: { ...part, size: 'connected', isCompared: false, measure: (bench, size) => crowdAlerted(size, bench) },
  judge: { ...part, measure: judge },
  memory: { ...part, size: 'users', isCompared: false, measure: (bench, size) => memory(size, bench) },
  past: { ...part, size: 'events', isCompared: false, measure: (bench, size) => past(size, bench) },
  identity: { ...part, size: 'listings', isCompared: false, measure: (_bench, size) => identity(size) },
  log: { of: 'log adapter', size: null, isCompared: false, measure: logAdapter },
  views: { of: 'view adapter', size: null, isCompared: false, measure: viewAdapter },
};

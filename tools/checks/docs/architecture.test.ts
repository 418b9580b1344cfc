import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { channelNames } from '#domain/alert/channels.contract.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

const page = readFileSync('docs/architecture.md', 'utf8');
/** The part between this heading and the next one. */
const sectionOf = (heading: string) => page.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';

it('The page about the architecture has every lease, and no other', () => {
  const leases = [...sectionOf('Leases').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
  expect(leases.toSorted()).toEqual(Object.values(leaseTasks).toSorted());
});

it('The page about the architecture names every module in its tree', () => {
  const tree = /server\/modules\/[^\n]*\n((?: {2}[^\n]*\n)+)/.exec(page)?.[1] ?? '';
  const modules = readdirSync('server/modules');
  const named = [...tree.matchAll(/([a-z-]+)\//g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(modules.toSorted());
});

it('The page about the architecture names every channel', () => {
  for (const name of channelNames) expect(sectionOf('The way of an alert')).toContain(`\`${name}\``);
});

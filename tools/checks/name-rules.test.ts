import { expect, it } from 'vitest';
import { findPrivateNames } from './name-rules.ts';
import { parseSource } from './source-files.ts';

const findIn = (path: string, text = '') => findPrivateNames([parseSource(path, text)]);

it.each([
  ['server/lib/take-turns.ts', "uses the private word 'turns'"],
  ['server/app/duties.test.ts', "uses the private word 'duties'"],
  ['domain/alert/shown.ts', 'does not say what it is'],
])('The file name %s is refused', (path, fault) => {
  expect(findIn(path)).toEqual([expect.stringContaining(`The file ${path} ${fault}`)]);
});

it.each([
  ['export function tellNobody() {}', "tellNobody, exported by server/lib/a.ts, uses the private word 'nobody'"],
  ['export const patienceMs = 5;', "uses the private word 'patience': say 'timeout'"],
  ['export type Told = string;', "uses the private word 'told': say 'notified'"],
  ['export const letterId = 1;', "uses the private word 'letter': say 'dead letter'"],
  ['export const most = 3;', 'does not say what it is'],
  ['export async function held() {}', 'does not say what it is'],
])('The export in `%s` is refused', (text, fault) => {
  expect(findIn('server/lib/a.ts', text)).toEqual([expect.stringContaining(fault)]);
});

it.each([
  'export const deadLetterId = 1;',
  'export function turnOff() {}',
  'export const given = () => ({});',
  'export type LeaseHolder = string;',
  'const most = 3;',
])('The names in `%s` are accepted', (text) => {
  expect(findIn('server/lib/keyed-mutex.ts', text)).toEqual([]);
});

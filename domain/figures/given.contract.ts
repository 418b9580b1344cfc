import * as z from 'zod';
import { type FactName, factNames } from './contract.ts';

/** Figures, and the address, as a source gave them in fields of their own. */
export type GivenFacts = Partial<Record<FactName, number>>;
export type GivenFields = GivenFacts & { address?: string };

/** What a source may write behind the number, and the least and the most that is taken. */
const figureFields: Record<FactName, { unit: string; least: number; most: number }> = {
  beds: { unit: 'be?d|br', least: 1, most: 50 },
  baths: { unit: 'ba', least: 0.5, most: 50 },
  livingArea: { unit: 'sq|sf|ft', least: 50, most: 100_000 },
  acres: { unit: 'ac', least: 0.001, most: 1_000_000 },
  yearBuilt: { unit: 'built', least: 1700, most: 2049 },
};

/** Sources write 0 where they know none. */
const figure = (name: FactName) => {
  const { least, most } = figureFields[name];
  const rule = `${name} must be a number from ${least} to ${most}`;
  return z
    .number(rule)
    .refine((value) => value === 0 || (value >= least && value <= most), rule)
    .optional();
};
export const figureInputs = {
  beds: figure('beds'),
  baths: figure('baths'),
  livingArea: figure('livingArea'),
  acres: figure('acres'),
  yearBuilt: figure('yearBuilt'),
};

/** '1,240 sq ft' as 1240; the same value where it has no such reading. */
export function readFigure(name: FactName, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const pattern = new RegExp(`^(\\d[\\d,]*(?:\\.\\d+)?|\\.\\d+)\\s*(?:(?:${figureFields[name].unit})[a-z². ]*)?$`, 'i');
  const [, digits] = pattern.exec(value.trim()) ?? [];
  return digits === undefined ? value : Number(digits.replaceAll(',', ''));
}

export function isFactName(name: string): name is FactName {
  return factNames.some((one) => one === name);
}

type GivenInput = { [Name in keyof GivenFields]: GivenFields[Name] | undefined };

/** The fields that a source filled; undefined for none. */
export function pickGiven(item: GivenInput): GivenFields | undefined {
  const given: GivenFields = {};
  if (item.address) given.address = item.address;
  for (const name of factNames) {
    const value = item[name];
    if (value) given[name] = value;
  }
  return Object.keys(given).length === 0 ? undefined : given;
}

import type { PropertyType } from '#domain/listing/contract.ts';

/** The types that a member asked for. */
export type Wishes = { wantsMobileHomes: boolean; wantsRawLand: boolean; wantsTinyHomes: boolean };

/** What a member must have asked for, as bits; houses need no asking. */
export const wish: Record<PropertyType, number> = { house: 0, 'mobile home': 1, 'raw land': 2, 'tiny home': 4 };

/** The wishes that stand behind such bits. */
export const wishesOfBits = (bits: number): Wishes => ({
  wantsMobileHomes: (bits & wish['mobile home']) > 0,
  wantsRawLand: (bits & wish['raw land']) > 0,
  wantsTinyHomes: (bits & wish['tiny home']) > 0,
});

export const wishesOf = ({ wantsMobileHomes, wantsRawLand, wantsTinyHomes }: Wishes): number =>
  Number(wantsMobileHomes) + 2 * Number(wantsRawLand) + 4 * Number(wantsTinyHomes);

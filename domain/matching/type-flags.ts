import type { PropertyType } from '#domain/listing/contract.ts';

/** The property types that a member asked for. */
export type TypePreferences = { wantsMobileHomes: boolean; wantsRawLand: boolean; wantsTinyHomes: boolean };

/** The type that a member must have asked for, as bits; houses match without being asked for. */
export const typeFlags: Record<PropertyType, number> = { house: 0, 'mobile home': 1, 'raw land': 2, 'tiny home': 4 };

/** The property types that the bits stand for. */
export const toTypePreferences = (bits: number): TypePreferences => ({
  wantsMobileHomes: (bits & typeFlags['mobile home']) > 0,
  wantsRawLand: (bits & typeFlags['raw land']) > 0,
  wantsTinyHomes: (bits & typeFlags['tiny home']) > 0,
});

export const toTypeFlags = ({ wantsMobileHomes, wantsRawLand, wantsTinyHomes }: TypePreferences): number =>
  Number(wantsMobileHomes) + 2 * Number(wantsRawLand) + 4 * Number(wantsTinyHomes);

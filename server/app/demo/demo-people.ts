import type { FilterChanges, Role } from '#domain/user/contract.ts';

/** The password of all demo users: the demo is for one machine. */
export const demoPassword = 'demo-house-7';

/**
 * `days`: how long the user is a member already; null for a user who has not paid. Filters are null for a user without
 * a search.
 */
export type DemoPerson = {
  email: string;
  role: Role;
  city: string;
  days: number | null;
  filters: (FilterChanges & { zipCode: string }) | null;
};

const createMember = (name: string, city: string, days: number | null, filters: DemoPerson['filters']): DemoPerson => ({
  email: `${name}@example.com`,
  role: 'none',
  city,
  days,
  filters,
});
const mobileHomes = { includeMobileHomes: true };
const land = { includeRawLand: true };
const tiny = { includeTinyHomes: true };

export const demoAdmin: DemoPerson = { email: 'admin@example.com', role: 'full', city: '', days: null, filters: null };
export const demoPeople: readonly DemoPerson[] = [
  demoAdmin,
  { ...demoAdmin, email: 'helper@example.com', role: 'helper' },
  createMember('ann', 'Detroit, MI', 41, { zipCode: '48204', mileageRadius: 75, ...land }),
  createMember('bob', 'Toledo, OH', 12, { zipCode: '43604', maxPrice: 90_000, mileageRadius: 100, ...mobileHomes }),
  createMember('carla', 'Cleveland, OH', 133, { zipCode: '44105', mileageRadius: 125, ...mobileHomes, ...tiny }),
  createMember('dan', 'Memphis, TN', 7, { zipCode: '38106', maxPrice: 80_000, ...land, ...mobileHomes }),
  createMember('erin', 'Birmingham, AL', 58, { zipCode: '35211', maxPrice: 60_000, ...mobileHomes, ...land, ...tiny }),
  createMember('frank', 'St. Louis, MO', 3, { zipCode: '63113', maxPrice: 35_000 }),
  createMember('gina', 'Kansas City, MO', 90, { zipCode: '64127', mileageRadius: 250, ...tiny, ...land }),
  createMember('hugo', 'San Antonio, TX', 22, { zipCode: '78207', maxPrice: 100_000, mileageRadius: 100, ...land }),
  createMember('ines', 'Albuquerque, NM', 1, { zipCode: '87105', maxPrice: 70_000, ...tiny, ...land, ...mobileHomes }),
  createMember('jack', 'Fresno, CA', 365, { zipCode: '93706', maxPrice: 120_000, ...mobileHomes, ...tiny }),
  createMember('kim', 'Baltimore, MD', 30, { zipCode: '21223', maxPrice: 75_000, notificationPreference: 'daily' }),
  createMember('leo', 'Detroit, MI', null, { zipCode: '48228', maxPrice: 100_000 }),
];

const zipCodesByState = {
  MI: ['48204', '48210', '48228', '48503'],
  OH: ['43604', '43608', '44105', '44108', '44507'],
  TN: ['38106', '38109', '38127'],
  AL: ['35211', '35208'],
  MO: ['63113', '63120', '64127', '64130'],
  KS: ['66101'],
  TX: ['78207', '78210', '78237'],
  NM: ['87105', '87121'],
  CA: ['93706', '93702'],
  MD: ['21223', '21217'],
};
/** Where listings appear: in these users' cities and around them. */
export const demoZipCodes = Object.values(zipCodesByState).flat();

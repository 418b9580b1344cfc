import * as z from 'zod';
import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';

export const radii = [25, 50, 75, 100, 125, 150, 175, 200, 225, 250] as const;
export const defaultMaxPrice = 54_000;
export const defaultRadiusMiles = 50;
/** The highest price that a member may set without a higher limit granted by an admin. */
export const standardPriceLimit = 150_000;
export const grantableLimit = { min: 150_001, max: 1_000_000 } as const;

const createFlag = (name: string) => z.boolean(`${name} must be true or false`);
const zipError = 'Incorrect ZIP code format, must be 5 numbers';

/** What a listing must fit. The upper bound of maxPrice is the user's own (`maxPriceLimit`): the decider checks it. */
export const searchFields = z.object({
  maxPrice: z
    .int('Max price must be a whole number of dollars')
    .min(0, 'Max price must be at least $0')
    .max(grantableLimit.max, 'Max price must be at most $1,000,000'),
  mileageRadius: z.literal([...radii], 'Choose a mileage radius from the list: 25 to 250 miles in steps of 25'),
  zipCode: z.string(zipError).regex(/^\d{5}$/, zipError),
  ...mapTypeFlags(({ flag }) => createFlag(flag)),
});

export const notifications = ['immediate', 'daily'] as const;

/** How alerts reach the user. */
export const deliveryFields = z.object({
  notificationPreference: z.enum(notifications, "Notification preference must be 'immediate' or 'daily'"),
  /** Whether alerts are also sent by mail; the dashboard always shows them. */
  alertMails: createFlag('alertMails'),
  /** Whether mails and pushes of alerts wait from 21:00 to 07:00 in the time zone of the ZIP. */
  quietHours: createFlag('quietHours'),
  /** Whether a mail on Monday at 07:00 sums up the last seven days in the user's area. */
  weeklySummary: createFlag('weeklySummary'),
});

export type DeliveryField = keyof typeof deliveryFields.shape;

/** Body of `PATCH /api/profile`: absent fields keep their value. */
export const filtersBody = searchFields.extend(deliveryFields.shape).partial();
export type FilterChanges = z.infer<typeof filtersBody>;

/** The filters of a user. Values never saved are null; the forms then show the defaults. */
export const savedFilters = z.object({
  ...searchFields.shape,
  maxPrice: z.number().nullable(),
  mileageRadius: z.number().nullable(),
  zipCode: z.string().nullable(),
  ...deliveryFields.shape,
});
export type Filters = z.infer<typeof savedFilters>;
export type SearchFilters = Pick<Filters, keyof typeof searchFields.shape>;

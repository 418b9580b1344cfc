import { createECDH } from 'node:crypto';

/** A browser that asks for notifications. */
export const browser = {
  endpoint: 'https://push.example.com/1',
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
};

/** An offer of an owner. */
export const someOffer = {
  propertyType: 'house',
  zipCode: '48204',
  price: 45_000,
  description: 'Inherited three bedroom house, sold as-is.',
  name: 'Ann Heir',
  phone: '313-555-0123',
  consent: true,
};

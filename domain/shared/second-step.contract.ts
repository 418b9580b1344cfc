import * as z from 'zod';

/** Answer 202 of `POST /api/login`: the password is right, and `token` (5 minutes) is for the second step. */
export const secondStep = z.object({ token: z.string(), hasApp: z.boolean(), hasPasskey: z.boolean() });
export type SecondStep = z.infer<typeof secondStep>;

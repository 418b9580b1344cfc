import type { Intake } from './intake.ts';

/** What routes reach that take listings: the one intake, and the address of the site. */
export type IntakeDeps = { intake: Intake; url: string };

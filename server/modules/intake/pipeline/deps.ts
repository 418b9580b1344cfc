import type { Intake } from './intake.ts';

/** What the routes that take listings need: the intake, and the base URL of the site. */
export type IntakeDeps = { intake: Intake; url: string };

export type { Pictures } from './pictures.ts';

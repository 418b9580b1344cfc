import type { Response } from 'express';

/** Notes which route a request took, as a template such as /api/admin/users/:id: what logs and metrics may name. */
export function setRoutePattern(response: Response, pattern: string): void {
  response.locals['template'] = pattern;
}

export function getRoutePattern(response: Response): string {
  return String(response.locals['template'] ?? 'other');
}

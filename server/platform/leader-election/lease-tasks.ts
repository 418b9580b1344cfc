/** The names of the leases: what one process of an installation does at a time. */
export const leaseTasks = {
  projector: 'projector',
  scout: 'scout',
  audit: 'audit',
  maintenance: 'maintenance',
  monitoring: 'monitoring',
  verification: 'verification',
} as const;

/** A task or subscription that is done in parts names the part: `scout#2`. */
export function getPartName(name: string, part: string | number | null): string {
  return part === null ? name : `${name}#${part}`;
}

/** The name without its part. */
export function getBaseName(name: string): string {
  return name.split('#', 1)[0] ?? name;
}

/** The task of the part that a subscription does. */
export function getTaskName(task: string, subscription: string): string {
  return `${task}${subscription.slice(getBaseName(subscription).length)}`;
}

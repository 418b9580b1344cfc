/** The names of the leases: what one process of an installation does at a time. */
export const leaseTasks = {
  projector: 'projector',
  relay: 'relay',
  scout: 'scout',
  readers: 'readers',
  audit: 'audit',
  maintenance: 'maintenance',
  monitoring: 'monitoring',
  verification: 'verification',
} as const;

/**
 * Events written for the workflow log only: stream `note-<noteId>`, in which a user's address is stored as `[user
 * <id>]`, and `import-<importId>` once an import is finished.
 */
export type WorkflowEvent =
  | { type: 'NoteTaken'; data: { noteId: string; action: string; details: string } }
  | { type: 'UsersImported'; data: { importId: string; added: number; updated: number; skipped: number } };

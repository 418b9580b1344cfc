/**
 * What admins leave in the log beside the facts: stream `note-<noteId>`, in which a user's address reads `[user <id>]`,
 * and `import-<importId>` once it is done.
 */
export type WorkflowEvent =
  | { type: 'NoteTaken'; data: { noteId: string; action: string; details: string } }
  | { type: 'UsersImported'; data: { importId: string; added: number; updated: number; skipped: number } };

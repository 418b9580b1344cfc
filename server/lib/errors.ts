/** Why the program does not start: one sentence for the operator. */
export class StartupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StartupError';
  }
}

/** Why a process does not do its work just now: one sentence for the operator. */
export class WorkRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WorkRefused';
  }
}

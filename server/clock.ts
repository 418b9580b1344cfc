/** Now; tests give another. */
export type Clock = () => Date;
export const systemClock: Clock = () => new Date();

/** Waits again where the product gives up, which it does after 2 s. */
export function waitWithoutLimit<Target extends unknown[]>(wait: (...target: Target) => Promise<boolean>) {
  return async (...target: Target): Promise<boolean> => {
    while (!(await wait(...target)));
    return true;
  };
}

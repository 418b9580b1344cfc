/** `next` resolves at the first call of `notify` after its own. */
export function createSignal() {
  let { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    next: (): Promise<unknown> => promise,
    notify: () => {
      resolve(undefined);
      ({ promise, resolve } = Promise.withResolvers<undefined>());
    },
  };
}

/** The time of this machine, until it is set. */
export function createTestClock() {
  let now = () => new Date();
  return {
    clock: () => now(),
    setClock: (time: string) => {
      now = () => new Date(time);
    },
    /** Sets a clock that runs on from there. */
    startClock: (time: string) => {
      const offsetMs = Date.parse(time) - Date.now();
      now = () => new Date(Date.now() + offsetMs);
    },
  };
}

let arrived = false;

/** Notes that the person moved to another page of ours, so that its heading takes the focus once it is there. */
export function noteArrival(): void {
  arrived = true;
}

/** True once after each move. */
export function takeArrival(): boolean {
  const was = arrived;
  arrived = false;
  return was;
}

/** The digits of the greatest safe integer. Documents written in the order of their ids are cheap to store. */
const positionDigitCount = 16;

/** The id of a document for the event at a position. Ids sort as positions do. */
export function toPositionId(position: number): string {
  return String(position).padStart(positionDigitCount, '0');
}

type Column<A> = new (from: ArrayBuffer, offset: number, length: number) => A;

/** Reads the columns of a binary table one after the other, and then the JSON behind them. */
export function createColumnReader({ buffer }: Uint8Array<ArrayBuffer>) {
  let at = 0;
  return {
    take: <A extends { byteLength: number }>(Column: Column<A>, length: number): A => {
      const column = new Column(buffer, at, length);
      at += column.byteLength;
      return column;
    },
    takeJson: (): unknown => JSON.parse(Buffer.from(buffer, at).toString()),
  };
}

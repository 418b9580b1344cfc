/** '-' where there is nothing to count. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(3);
}

/** Columns as wide as needed, the first one left-aligned. */
export function renderTable(rows: string[][]): string {
  const [header = []] = rows;
  const widths = header.map((_name, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

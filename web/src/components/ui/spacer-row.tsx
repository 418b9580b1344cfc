/** Takes the height of the table rows that are not rendered. */
export function SpacerRow({ height, span }: { height: number; span: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height }} />
    </tr>
  );
}

import type { MailFields, MailLine, mailFields } from './html-lines.ts';

/** What the name of a column, or of a row of two cells, says about its values. */
const fieldNames: [(typeof mailFields)[number], RegExp][] = [
  ['zipCode', /^(?:zip|(?:zip|postal) ?code|postcode)$/i],
  ['city', /^(?:city|town|township|municipality|city \/ town)$/i],
  ['state', /^(?:state|st)$/i],
  ['county', /^county$/i],
  ['parcel', /^(?:parcel(?: (?:id|no|number|#))?|apn|pin|tax id)$/i],
  ['propertyType', /^(?:(?:property|prop|listing) )?(?:type|class|use)$/i],
];
const otherName =
  /^(?:(?:property |street |situs |site )?address|street|property|title|description|listing|deal|link|url|photos?|beds?|baths?|br|ba|bedrooms?|bathrooms?|(?:lot )?size|sq ?ft|square feet|living area|acres?|acreage|year(?: built)?|built|status|occupancy|condition|arv|rehab|repairs?|rent|taxes|notes?|item|lot|#|no|(?:(?:asking|list|sale|cash|our|buy|purchase|wholesale|new) )?price|asking|bid|(?:min(?:imum)?|starting|opening) bid|amount(?: due)?)$/i;
/** Columns whose values need no name. */
const plainName = /^(?:.*address|street|property|title|description|listing|deal|link|url|photos?|item|#|no)$/i;
const zipPattern = /^\d{5}(?:-\d{4})?$/;

const toName = (text: string) =>
  text
    .replaceAll(/[:.*()$]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
const findField = (name: string) => fieldNames.find(([, pattern]) => pattern.test(name))?.[0];
const isName = ({ text, links }: MailLine) =>
  links.length === 0 && (findField(toName(text)) !== undefined || otherName.test(toName(text)));

/** The lines of a mail, where those in a table say what their column, or the cell beside them, is called. */
export function labelTableCells(lines: MailLine[]): MailLine[] {
  const tables = Map.groupBy(
    lines.filter(({ cell }) => cell !== undefined),
    ({ cell }) => cell?.table,
  );
  const labeled = new Map<MailLine, MailLine | null>([...tables.values()].flatMap((table) => labelTable(table)));
  return lines.flatMap((line) => {
    const done = labeled.get(line);
    return done === null ? [] : [done ?? line];
  });
}

type LabeledLine = [line: MailLine, labeled: MailLine | null];

function labelTable(lines: MailLine[]): LabeledLine[] {
  const rows = [...Map.groupBy(lines, ({ cell }) => cell?.row).values()];
  const [first = [], ...otherRows] = rows;
  const isHeader = first.length > 1 && first.every((line) => line.links.length === 0 && !/\d{3}/.test(line.text));
  if (isHeader && otherRows.length > 0 && first.filter(isName).length > 1) {
    const names = new Map(first.map((line) => [line.cell?.column, toName(line.text)]));
    const named = otherRows.flat().map((line): LabeledLine => [line, addName(line, names.get(line.cell?.column))]);
    return [...first.map((line): LabeledLine => [line, null]), ...named];
  }
  const pairs = rows.filter((row) => row.length === 2);
  const named = pairs.filter(([name, value]) => name && value && isName(name) && !isName(value));
  // Beside rows with known names, the other names need not be known.
  return [...(named.length > 1 ? pairs : named).flatMap((row) => labelPair(row)), ...labelZips(lines)];
}

/** 'Zip' and '48204' side by side. */
function labelPair(row: MailLine[]): LabeledLine[] {
  const [name, value] = row;
  if (name === undefined || value === undefined || name.links.length > 0) return [];
  return [
    [name, null],
    [value, { ...addName(value, toName(name.text)), gap: name.gap }],
  ];
}

/** A column of ZIPs without a name; a second one like it may be numbers of any kind. */
function labelZips(lines: MailLine[]): LabeledLine[] {
  const columns = [...Map.groupBy(lines, ({ cell }) => cell?.column).values()];
  const zips = columns.filter((column) => column.every(({ text }) => zipPattern.test(text)));
  const [only = [], ...others] = zips;
  return others.length > 0 ? [] : only.map((line) => [line, { ...line, fields: { zipCode: line.text } }]);
}

function addName(line: MailLine, name = ''): MailLine {
  const field = findField(name);
  const fields: MailFields = field === undefined || line.text === '' ? {} : { [field]: line.text };
  const isPlain = name === '' || line.text === '' || plainName.test(name);
  return { ...line, fields, text: isPlain ? line.text : `${name}: ${line.text}` };
}

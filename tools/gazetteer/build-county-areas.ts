import { readFileSync, writeFileSync } from 'node:fs';

// Writes server/modules/geo/counties/counties.bin from counties-10m.json of the package us-atlas. The README beside it
// describes the file.
const [input = ''] = process.argv.slice(2);
const output = new URL('../../server/modules/geo/counties/counties.bin', import.meta.url);

/** Arcs are numbers in nested lists; ~n is arc n backwards. */
type Arcs = (number | Arcs)[];
type Topology = {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: { counties: { geometries: { id: string; arcs: Arcs; properties: { name: string } }[] } };
};

/** The states in the order of their FIPS codes, with '' for codes that no state has. */
const statesByFips =
  ',AL,AK,,AZ,AR,CA,,CO,CT,DE,DC,FL,GA,,HI,ID,IL,IN,IA,KS,KY,LA,ME,MD,MA,MI,MN,MS,MO,MT,NE,NV,NH,NJ,NM,NY,NC,ND,OH,OK,OR,PA,,RI,SC,SD,TN,TX,UT,VT,VA,,WA,WV,WI,WY,,,,AS,,,,,,GU,,,MP,,,PR,,,,,,VI'.split(
    ',',
  );

const { transform, arcs, objects } = JSON.parse(readFileSync(input, 'utf8')) as Topology; // the format of TopoJSON
const counties = objects.counties.geometries;

const toMicrodegrees = (steps: number, axis: 0 | 1) =>
  Math.round((steps * transform.scale[axis] + transform.translate[axis]) * 1e6);
const arcPoints = arcs.map((steps) => {
  let [x, y] = [0, 0];
  return steps.map(([east, north]) => {
    x += east;
    y += north;
    return { latitude: toMicrodegrees(y, 1), longitude: toMicrodegrees(x, 0) };
  });
});
const points = arcPoints.flat();
const arcsOfCounties = counties.map((county) =>
  county.arcs.flat(3).map((arc) => (Number(arc) < 0 ? ~Number(arc) : Number(arc))),
);
const uses = arcsOfCounties.flat();

/** Where each list begins in all of them joined, and where the last one ends. */
function listStarts(lists: readonly unknown[][]): number[] {
  const starts = [0];
  for (const list of lists) starts.push((starts.at(-1) ?? 0) + list.length);
  return starts;
}

const columns = [
  [points.length, arcs.length, counties.length, uses.length],
  points.map(({ latitude }) => latitude),
  points.map(({ longitude }) => longitude),
  listStarts(arcPoints),
  listStarts(arcsOfCounties),
  uses,
].map((column) => Buffer.from(Int32Array.from(column).buffer));
const names = counties.map(({ properties }) => properties.name);
const states = counties.map(({ id }) => statesByFips[Number(id.slice(0, 2))] ?? '');
const file = Buffer.concat([...columns, Buffer.from(JSON.stringify({ names, states }))]);
writeFileSync(output, file);
console.log(`${counties.length} counties, ${file.length} bytes`);

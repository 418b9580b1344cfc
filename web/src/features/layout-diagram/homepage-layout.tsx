import { type WireframeBlock, WireframeColumn, Wireframe } from './wireframe.tsx';

const mainBlocks: readonly WireframeBlock[] = [
  { title: 'Announcements', text: 'The team’s latest message.' },
  { title: 'Membership', text: 'Status, days of scouting, or a subscribe link.' },
  { title: 'Recent sent listings', text: 'Up to 15, newest first, each with the reasons it matched.', isTall: true },
];
const sideBlocks: readonly WireframeBlock[] = [
  {
    title: 'Filter Preferences',
    text: 'Price, radius, ZIP code, property types, frequency, and a preview.',
    isTall: true,
  },
  { title: 'Update Credentials', text: 'Email address and password.' },
];

export function HomepageLayout() {
  return (
    <Wireframe address="/">
      <WireframeColumn label="Main column" blocks={mainBlocks} />
      <WireframeColumn label="Side column" blocks={sideBlocks} start={mainBlocks.length + 1} />
    </Wireframe>
  );
}

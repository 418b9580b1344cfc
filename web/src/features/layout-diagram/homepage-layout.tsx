import { type WireframeBlock, WireframeColumn, Wireframe } from './wireframe.tsx';

const mainBlocks: readonly WireframeBlock[] = [
  { title: 'Announcements', text: 'The latest message of the team.' },
  { title: 'Membership', text: 'Its status, how long the scout has been at work, or the way to subscribe.' },
  { title: 'Recent sent listings', text: 'At most 15, newest first, each with the reasons it fitted.', isTall: true },
];
const sideBlocks: readonly WireframeBlock[] = [
  {
    title: 'Filter Preferences',
    text: 'Price, radius, ZIP code, kinds of property, how often, and what would have matched.',
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

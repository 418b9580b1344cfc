import { type Block, Column, Wireframe } from './wireframe.tsx';

const main: readonly Block[] = [
  { title: 'Announcements', text: 'The latest message of the team.' },
  { title: 'Membership', text: 'Its status, how long the scout has been at work, or the way to subscribe.' },
  { title: 'Recent sent listings', text: 'At most 15, newest first, each with the reasons it fitted.', isTall: true },
];
const side: readonly Block[] = [
  {
    title: 'Filter Preferences',
    text: 'Price, radius, ZIP code, kinds of property, how often, and what would have matched.',
    isTall: true,
  },
  { title: 'Update Credentials', text: 'Email address and password.' },
];

export function Homepage() {
  return (
    <Wireframe address="/">
      <Column label="Main column" blocks={main} />
      <Column label="Side column" blocks={side} start={main.length + 1} />
    </Wireframe>
  );
}

import { type Block, Column, Wireframe } from './wireframe.tsx';

const left: readonly Block[] = [
  {
    title: 'Marketing header',
    text: 'What the service is for, in two sentences, above the map of the scout.',
    isTall: true,
  },
];
const right: readonly Block[] = [
  { title: 'Login and Register', text: 'Two tabs, each with email and password.', isTall: true },
];
const below: readonly Block[] = [
  { title: 'Learn more | How it works', text: 'The problem and the solution, folded away.' },
];
const links: readonly Block[] = [
  { title: 'Documents', text: 'Privacy Policy and Service Agreement, each in a new tab.' },
];

export function AuthPageLayout() {
  return (
    <Wireframe address="/auth">
      <Column label="Left column" blocks={left} />
      <Column label="Right column" blocks={right} start={2} />
      <Column label="Left column, below" blocks={below} start={3} />
      <Column label="Right column, below" blocks={links} start={4} />
    </Wireframe>
  );
}

import { type WireframeBlock, WireframeColumn, Wireframe } from './wireframe.tsx';

const leftBlocks: readonly WireframeBlock[] = [
  {
    title: 'Marketing header',
    text: 'The product in two sentences, above the scout’s map.',
    isTall: true,
  },
];
const rightBlocks: readonly WireframeBlock[] = [
  { title: 'Login and Register', text: 'Two tabs, each with email and password.', isTall: true },
];
const bottomBlocks: readonly WireframeBlock[] = [
  { title: 'Learn more | How it works', text: 'The problem and the solution, collapsed.' },
];
const linkBlocks: readonly WireframeBlock[] = [
  { title: 'Documents', text: 'Privacy Policy and Service Agreement, each in a new tab.' },
];

export function AuthPageLayout() {
  return (
    <Wireframe address="/auth">
      <WireframeColumn label="Left column" blocks={leftBlocks} />
      <WireframeColumn label="Right column" blocks={rightBlocks} start={2} />
      <WireframeColumn label="Left column, below" blocks={bottomBlocks} start={3} />
      <WireframeColumn label="Right column, below" blocks={linkBlocks} start={4} />
    </Wireframe>
  );
}

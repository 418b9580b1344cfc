import './strict-policy.ts';
import '#web/theme.css';
import { shellPainted } from '#web/lib/shell.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void shellPainted()
  .then(() => import('./app.tsx'))
  .then(({ start }) => start(root));

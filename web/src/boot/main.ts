import './zod-csp.ts';
import '#web/theme.css';
import { waitForShellPaint } from '#web/lib/prerendered-shell.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void waitForShellPaint()
  .then(() => import('./app.tsx'))
  .then(({ renderApp }) => renderApp(root));

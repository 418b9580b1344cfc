import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { nameChunk } from './web/chunks.ts';
import { preloads } from './web/preloads.ts';

const api = `http://127.0.0.1:${process.env['PORT'] ?? '3000'}`;

/** The worker has to be whole in itself, and what starts the app is there before it. */
function isOfPages(id: string): boolean {
  return !/\/web\/worker\/|\.woff2|\?raw|rolldown\/runtime|preload-helper|\/src\/(boot\/(main|zod-csp)|lib\/prerendered-shell)\.ts|\.(html|css)/.test(
    id,
  );
}

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwind(), preloads()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // A strict content security policy refuses data: fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The server names what the first page needs; a list for each other page would make the first load larger.
      resolveDependencies: (_file, names, { hostId }) => (hostId.startsWith('assets/app-') ? [] : names),
    },
    rolldownOptions: {
      input: { index: 'web/index.html', app: 'web/src/boot/app.tsx', 'service-worker': 'web/worker/service-worker.ts' },
      // The scope of a worker follows from its address, which must stay the same across releases.
      output: {
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // A browser loads few files at a time: one file has the code of all pages, three that of members.
        codeSplitting: {
          groups: [{ name: nameChunk, test: isOfPages, debugName: 'pages', includeDependenciesRecursively: false }],
        },
      },
    },
  },
  server: {
    proxy: { '/api': api, '/checkout': api, '/socket.io': { target: api, ws: true } },
  },
});

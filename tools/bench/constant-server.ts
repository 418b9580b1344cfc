import express from 'express';

// An express route that returns a constant: the baseline of reads. The body is in the environment.
const body: unknown = JSON.parse(process.env['BODY'] ?? '{}');
const server = express()
  .get('/constant', (_request, response) => {
    response.json(body);
  })
  .listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address && typeof address === 'object') console.log(`listening on http://127.0.0.1:${address.port}`);
  });

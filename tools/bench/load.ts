import http from 'node:http';

/** A keep-alive connection pool: `fetch` costs the bench more than the server, and both share the cores. */
export function createLoadGenerator(url: string, atOnce: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  const { hostname, port } = new URL(url);
  const send = (method: string, path: string, headers: Record<string, string>, body?: string) =>
    new Promise<number>((resolve, reject) => {
      const request = http.request({ hostname, port, method, path, headers, agent }, (response) => {
        response.resume();
        response.once('end', () => {
          resolve(response.statusCode ?? 0);
        });
      });
      request.once('error', reject);
      request.end(body);
    });
  return {
    send,
    /** Keeps `atOnce` requests in flight for `seconds`; resolves with the rate and each answer's ms. */
    run: async (seconds: number, request: (n: number) => Promise<number>) => {
      const latencies: number[] = [];
      const until = performance.now() + seconds * 1000;
      const begun = performance.now();
      let next = 0;
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          while (performance.now() < until) {
            const sentAt = performance.now();
            const status = await request(next++);
            if (status >= 300) throw new Error(`The bench was answered ${status}`);
            latencies.push(performance.now() - sentAt);
          }
        }),
      );
      return { rate: latencies.length / ((performance.now() - begun) / 1000), latencies };
    },
    close: () => {
      agent.destroy();
    },
  };
}

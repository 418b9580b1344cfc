import express, { type Request, type RequestHandler, type Response } from 'express';

/** Reads bodies as they came, which a signature over them needs; empty where there is none. Throws the parser's 413. */
export function rawBodies(limit: number): (request: Request, response: Response) => Promise<Buffer> {
  const read: RequestHandler = express.raw({ type: () => true, limit });
  return (request, response) =>
    new Promise((resolve, reject) => {
      read(request, response, (error: unknown) => {
        if (error instanceof Error) reject(error);
        else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      });
    });
}

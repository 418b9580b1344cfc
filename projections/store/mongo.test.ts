import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { describeViewStore } from './contract.ts';
import { describeDocuments } from './contract-documents.ts';
import { describeLeases } from './contract-leases.ts';
import { openMongoDocuments, openMongoViewStore } from './mongo.ts';

const server = process.env['MONGODB_URL'];
describe.skipIf(server === undefined)('MongoDB', () => {
  const url = new URL(server ?? 'mongodb://none');
  url.pathname = `/test-${randomUUID().slice(0, 8)}`;
  describeViewStore('The view store in MongoDB', () => Promise.resolve(openMongoViewStore(url.href)));
  describeDocuments('The document store in MongoDB', () => Promise.resolve(openMongoDocuments(url.href)));
  describeLeases('The view store in MongoDB', () => Promise.resolve(openMongoViewStore(url.href)));
});

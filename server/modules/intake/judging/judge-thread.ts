// Judges the texts of each message, and answers with their verdicts.
import { workerData } from 'node:worker_threads';
import { classify } from '#domain/classification/classify.ts';
import { createWeightTable, getFittedTable, type Weights } from '#domain/classification/model.ts';
import type { ListingText } from '#domain/classification/verdict.ts';
import { collectGarbage } from '#server/lib/threads/idle-memory.ts';
import { answerMessages } from '#server/lib/threads/run-in-worker.ts';

const weights = workerData as Weights | null; // judge.ts starts this thread
const table = weights === null ? getFittedTable() : createWeightTable(weights);

// The first text builds the indexes of all phrases; an idle thread would keep what that leaves behind.
classify({ title: '', details: '', price: null }, table);
collectGarbage();
answerMessages((texts: ListingText[]) => texts.map((text) => classify(text, table)));

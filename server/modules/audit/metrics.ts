import { Gauge, type Registry } from 'prom-client';
import type { VerificationService } from './verification/verification-service.ts';

type HistoryMetricsDeps = { registry: Registry; auditLog: { verification: Pick<VerificationService, 'state'> } };

/**
 * The result and time of the last verification: an alarm is raised for a failure, and when the time is too long ago.
 */
export function addHistoryMetrics({ registry, auditLog }: HistoryMetricsDeps): void {
  const { state } = auditLog.verification;
  const registers = [registry];
  const verdict = new Gauge({
    name: 'history_in_order',
    help: 'Whether the last verification found the log in order (1), altered (0), or could not be done (-1)',
    registers,
    collect: async () => {
      const last = await state().then(
        (verification) => verification.last,
        () => null,
      );
      verdict.reset();
      at.reset();
      if (last === null) return;
      verdict.set(last.ok === null ? -1 : Number(last.ok));
      at.set(Date.parse(last.at) / 1_000);
    },
  });
  const at = new Gauge({
    name: 'history_verified_timestamp_seconds',
    help: 'When the log was last verified, in seconds since 1970',
    registers,
  });
}

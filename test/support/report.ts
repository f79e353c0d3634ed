import type { ReportParts } from '@/lib/core/files/types';

/** A panel that is none, for reports that are only read. */
export const REPORT: ReportParts = { script: '0', style: 'a{}', hash: 'sha256-0' };

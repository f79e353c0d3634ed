// Words: who reads a stream.

/** Who reads a stream. */
export const reader = {
  label: 'Read by',
  title: (name: string, evidence: string) => `Read by ${name}. ${evidence}`,
  found: (name: string) => `Auto-detect (${name})`,
  notPredicted: 'Shown as sent: nobody knows what this client does.',
} as const;

/** The operators that the seed makes. */
const operators = [
  ['triage', 'sees and assigns the queue'],
  ['reviewer, reviewer2', 'look at evidence, check, recommend'],
  ['decider, decider2', 'decide'],
  ['field-agent', 'visits'],
  ['supervisor, supervisor2', 'request and approve overrides'],
  ['security', 'approves overrides, emergency actions'],
  ['auditor', 'reads the audit log'],
] as const;

export function readyText(url: string, logDir: string): string {
  const open = [
    ['/', 'what this is'],
    ['/docs', 'the API reference: how to begin, every operation with examples'],
    ['/events', 'the events between the services'],
    ['/problems', 'every error, and what to do'],
    ['/api/v1/openapi.json', 'the contract'],
    ['/dev/mailbox?to=triage@example.test', 'every SMS, e-mail and push that would have gone out'],
    ['/readyz', 'is everything up?'],
  ] as const;
  return [
    '',
    `ready ${url}`,
    '',
    'Open',
    ...open.map(([path, what]) => `  ${(url + path).padEnd(62)} ${what}`),
    '',
    'Sign in with a one-time code (it arrives in /dev/mailbox), as anybody, or as an operator @example.test',
    ...operators.map(([names, what]) => `  ${names.padEnd(26)} ${what}`),
    '',
    `Logs  ${logDir}`,
    'This is a development stack: open to every user of this machine, reachable from no other. Ctrl-C stops it.',
    '',
  ].join('\n');
}

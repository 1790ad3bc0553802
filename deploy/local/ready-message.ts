import type { InspectPorts } from './supervisor/start-services.ts';

const operators = [
  ['triage', 'reads and assigns the queue'],
  ['reviewer, reviewer2', 'review evidence, run checks, recommend'],
  ['decider, decider2, decider3', 'decide'],
  ['field-agent', 'visits premises'],
  ['supervisor, supervisor2', 'request and approve overrides'],
  ['security, security2', 'approve overrides, handle incidents, take emergency actions'],
  ['auditor', 'reads the audit log'],
] as const;

const openedGate =
  'Gate      the journey opened the publication gate with two approvals; in production it stays closed until operators do';

type Ready = {
  url: string;
  lanUrl?: string | undefined;
  logDir: string;
  inspectPorts: InspectPorts;
  isWatching: boolean;
  hasRunJourney: boolean;
};

export function readyMessage({ url, lanUrl, logDir, inspectPorts, isWatching, hasRunJourney }: Ready): string {
  const pages = [
    ['/', 'start page'],
    ['/search', 'public pages: search for a provider, and what was checked'],
    ['/docs', 'API reference: how to begin, every operation with examples'],
    ['/events', 'events between the services'],
    ['/problems', 'every error and what to do about it'],
    ['/api/v1/openapi.json', 'the contract'],
    ['/dev/mailbox', 'every SMS, e-mail and push message; nothing leaves this machine'],
    ['/dev/traces', 'recent requests, and where their time went'],
    ['/readyz', 'health of all services'],
  ] as const;
  return [
    '',
    `ready ${url}`,
    '',
    'Open',
    ...pages.map(([path, what]) => `  ${(url + path).padEnd(46)} ${what}`),
    '',
    'Sign in with a one-time code from /dev/mailbox: as anybody, or as an operator, such as triage@example.test',
    ...operators.map(([names, what]) => `  ${names.padEnd(28)} ${what}`),
    '',
    ...Object.entries(inspectPorts).map(([name, port]) => `Debugger  ${name} on 127.0.0.1:${port}`),
    ...(isWatching ? ['Watching  services/ and packages/; a changed file restarts what runs it'] : []),
    ...(hasRunJourney ? [openedGate] : []),
    `Logs      npm run logs, or the files in ${logDir}`,
    ...(lanUrl ? openToNetwork(lanUrl) : [ofThisMachine]),
    '',
  ].join('\n');
}

const ofThisMachine =
  'For development only: every user of this machine can reach it, other machines cannot. Ctrl-C stops it.';

function openToNetwork(lanUrl: string): string[] {
  return [
    `Network   ${lanUrl} for a phone or an emulator (an emulator of Android on this machine: its 10.0.2.2 works too)`,
    '          Every machine of your network can use the API and its pages there, without encryption: real data does not',
    '          belong in it. The mailbox with its codes, traces, databases, NATS and services answer this machine only.',
    '          Browsers keep no session cookie at that address, because it is not HTTPS: apps sign in with tokens.',
    'For development only. Ctrl-C stops it, and closes it to the network.',
  ];
}

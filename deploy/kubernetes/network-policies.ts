import { type INetworkPolicySpec, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { busServices, calledServices, type ServiceName, serviceDatabases, services } from '../local/services.ts';
import { toolboxes } from '../toolbox/commands.ts';
import { backupName } from './backup.ts';
import { port } from './settings.ts';
import { toolboxName } from './toolbox.ts';
import { labelsOf, prepare } from './workload.ts';

const nameLabel = 'app.kubernetes.io/name';

type Peers = NonNullable<NonNullable<INetworkPolicySpec['egress']>[number]['to']>;

/** Pods may go only here. Each destination has its own policy, so that an overlay replaces the peers of one. */
const destinations: Record<string, { callers: string[]; ports: number[]; to: Peers }> = {
  postgres: {
    callers: [...serviceDatabases, 'prepare', 'partitions', backupName],
    ports: [5432],
    to: inNamespace('postgres'),
  },
  nats: { callers: [...busServices, 'prepare', 'streams'], ports: [4222], to: inNamespace('nats') },
  telemetry: { callers: [...services, backupName], ports: [4318], to: inNamespace('otel-collector') },
  scanner: { callers: ['evidence'], ports: [3310], to: inNamespace('clamav') },
  'object-store': { callers: ['evidence', 'operations', 'prepare', backupName], ports: [443], to: internet() },
  // Twilio, Stripe, FCM and APNs over HTTPS, and the mail server.
  carriers: { callers: ['webhooks'], ports: [443, 465, 587], to: internet() },
};

/** Denies all traffic of the namespace, then allows what each service and step needs. */
export function networkPolicies(): NetworkPolicy[] {
  return [
    policy('default-deny', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
    policy('dns', {
      podSelector: {},
      policyTypes: ['Egress'],
      egress: [
        {
          to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
          ports: [
            { protocol: 'UDP', port: 53 },
            { protocol: 'TCP', port: 53 },
          ],
        },
      ],
    }),
    ...services.map((name) =>
      policy(name, {
        podSelector: pods(name),
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ from: callersOf(name), ports: [{ port }] }],
        egress: calledBy(name),
      }),
    ),
    ...Object.entries(destinations).map(([name, { callers, ports, to }]) =>
      policy(`to-${name}`, {
        podSelector: {
          matchExpressions: [{ key: nameLabel, operator: 'In', values: [...callers, ...toolboxesOf(name)] }],
        },
        policyTypes: ['Egress'],
        egress: [{ to, ports: ports.map((one) => ({ port: one })) }],
      }),
    ),
  ];
}

/** Services accept the gateway only; those on the bus fetch the public keys of assertions from identity. */
function callersOf(name: ServiceName) {
  const callers = services.filter((caller) => caller !== name && callsOf(caller).includes(name));
  const inside = callers.map((caller) => ({ podSelector: pods(caller) }));
  const ingress = { namespaceSelector: { matchLabels: { 'trust.example.org/ingress': 'true' } } };
  return name === 'gateway' ? [ingress, ...inside] : inside;
}

function toolboxesOf(destination: string): string[] {
  const reaching = Object.entries(toolboxes).filter(([, { reaches }]) => reaches.includes(destination));
  return reaching.map(([name]) => toolboxName(name));
}

function callsOf(name: ServiceName): readonly ServiceName[] {
  if (name === 'gateway') return calledServices;
  // It reads the public API, as any client does.
  if (name === 'website') return ['gateway'];
  return ['identity'];
}

function calledBy(name: ServiceName) {
  const called = callsOf(name);
  return [{ to: called.map((one) => ({ podSelector: pods(one) })), ports: [{ port }] }];
}

function inNamespace(name: string): Peers {
  return [{ podSelector: pods(name) }];
}

/** Public addresses only: no pod, node or metadata service of the cloud. */
function internet(): Peers {
  const privateRanges = [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.168.0.0/16',
  ];
  return [
    { ipBlock: { cidr: '0.0.0.0/0', except: privateRanges } },
    { ipBlock: { cidr: '::/0', except: ['fc00::/7', 'fe80::/10'] } },
  ];
}

function pods(name: string) {
  return { matchLabels: { [nameLabel]: name } };
}

function policy(name: string, spec: INetworkPolicySpec): NetworkPolicy {
  return new NetworkPolicy({ metadata: { name, labels: { ...labelsOf(name), ...prepare } }, spec });
}

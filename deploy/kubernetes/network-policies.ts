import { type INetworkPolicySpec, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { type ServiceName, services } from '../local/services.ts';
import { port } from './settings.ts';
import { labelsOf, prepare } from './workload.ts';

const ports = { dns: 53, postgres: 5432, nats: 4222, otlp: 4318, https: 443, smtps: 465, submission: 587, clamd: 3310 };
const serviceEgress: (keyof typeof ports)[] = ['postgres', 'nats', 'otlp'];
/** The S3 store and the scanner; Twilio, Stripe, FCM and APNs over HTTPS, and the mail server. */
const ownEgress: Partial<Record<ServiceName, (keyof typeof ports)[]>> = {
  gateway: ['nats', 'otlp'],
  evidence: [...serviceEgress, 'https', 'clamd'],
  webhooks: [...serviceEgress, 'https', 'smtps', 'submission'],
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
          ports: [
            { protocol: 'UDP', port: ports.dns },
            { protocol: 'TCP', port: ports.dns },
          ],
        },
      ],
    }),
    ...services.map((name) =>
      policy(name, {
        podSelector: pods(name),
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ from: callersOf(name), ports: [{ port }] }],
        egress: [...egressTo(ownEgress[name] ?? serviceEgress), ...calledBy(name)],
      }),
    ),
    policy('steps', {
      podSelector: { matchLabels: { 'app.kubernetes.io/component': 'step' } },
      policyTypes: ['Egress'],
      egress: egressTo(['postgres', 'nats']),
    }),
  ];
}

/** Services accept the gateway only; all fetch the public keys of assertions from identity. */
function callersOf(name: ServiceName) {
  if (name === 'gateway') return [{ namespaceSelector: { matchLabels: { 'trust.example.org/ingress': 'true' } } }];
  const callers = name === 'identity' ? services.filter((one) => one !== 'identity') : (['gateway'] as const);
  return callers.map((caller) => ({ podSelector: pods(caller) }));
}

function calledBy(name: ServiceName) {
  const called = name === 'gateway' ? services.filter((one) => one !== 'gateway') : (['identity'] as const);
  return [{ to: called.map((one) => ({ podSelector: pods(one) })), ports: [{ port }] }];
}

const egressTo = (names: (keyof typeof ports)[]) => [{ ports: names.map((name) => ({ port: ports[name] })) }];
const pods = (name: string) => ({ matchLabels: { 'app.kubernetes.io/name': name } });

function policy(name: string, spec: INetworkPolicySpec): NetworkPolicy {
  return new NetworkPolicy({ metadata: { name, labels: { ...labelsOf(name), ...prepare } }, spec });
}

import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { AccountClient, type S3Account } from '@trust/s3/account-client';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { ensureTools } from '../../../../deploy/local/packages/ensure-tools.ts';
import { freePorts } from '../../../../deploy/local/ports.ts';
import { Child } from '../../../../deploy/local/supervisor/child.ts';
import type { S3Options } from '../../src/storage/s3-client.ts';
import { swiftTools } from '../tools.ts';

const parts = ['account', 'container', 'object', 'proxy'] as const;
type PartName = (typeof parts)[number];

const account = { accessKey: 'test:tester', secretKey: 'testing', region: 'us-east-1' };

export async function openSwift(): Promise<S3Options> {
  const swift = await sharedResource<S3Account>('swift');
  const id = randomUUID();
  const options = { ...swift, uploads: `uploads-${id}`, evidence: `evidence-${id}` };
  const client = new AccountClient(swift);
  for (const bucket of [options.uploads, options.evidence]) await client.createBucket(bucket);
  return options;
}

/** A real S3 server: OpenStack Swift of Debian, with one replica in each ring. */
export async function startSwift(): Promise<S3Account & { folder: string; python: string } & AsyncDisposable> {
  await using started = new AsyncDisposableStack();
  const tools = await ensureTools(swiftTools, (line) => console.log(line));
  const folder = mkdtempSync(join(tmpdir(), 'trust-swift-'));
  started.defer(() => rmSync(folder, { recursive: true, force: true }));
  const free = await freePorts(parts.length);
  const ports = Object.fromEntries(parts.map((part, index) => [part, free[index]])) as Record<PartName, number>;
  configure(folder, ports, tools.python3);
  const children = parts.map((part) => startPart(part, folder, tools[`swift-${part}-server`], ports[part]));
  for (const child of await Promise.all(children)) started.use(child);
  const all = started.move();
  return {
    ...account,
    folder,
    python: tools.python3,
    endpoint: `http://127.0.0.1:${ports.proxy}`,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Replaces nine starts of `swift-ring-builder`. */
const makeRings = `
import json, sys
from swift.common.ring import RingBuilder
ports = json.loads(sys.argv[1])
for part in ('account', 'container', 'object'):
    builder = RingBuilder(1, 1, 0)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=ports[part], device='disk', weight=1.0))
    builder.rebalance()
    builder.get_ring().save(part + '.ring.gz')
`;

function configure(folder: string, ports: Record<PartName, number>, python: string): void {
  mkdirSync(join(folder, 'node/disk'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write(
    'swift.conf',
    `[swift-hash]
swift_hash_path_prefix = one
swift_hash_path_suffix = two
[storage-policy:0]
name = folder
default = yes
`,
  );
  execFileSync(python, ['-c', makeRings, JSON.stringify(ports)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for (const part of ['account', 'container', 'object'] as const) {
    write(
      `${part}.conf`,
      `${defaults(folder, ports[part])}devices = ${folder}/node
mount_check = false
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`,
    );
  }
  const filters = 'catch_errors healthcheck proxy_logging memcache listing_formats s3api tempauth slo dlo'.split(' ');
  write(
    'proxy.conf',
    `${defaults(folder, ports.proxy)}[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
${filters.map((filter) => `[filter:${filter}]\nuse = egg:swift#${filter}\n${settings[filter] ?? ''}`).join('\n')}`,
  );
}

/** Nothing listens on port 1: without memcached the proxy asks its servers each time. */
const settings: Record<string, string> = {
  memcache: 'memcache_servers = 127.0.0.1:1\n',
  s3api: `location = ${account.region}\ns3_acl = false\n`,
  tempauth: `user_test_tester = ${account.secretKey} .admin\n`,
};

function defaults(folder: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
swift_dir = ${folder}
user = ${userInfo().username}
log_level = WARNING
`;
}

function startPart(part: PartName, folder: string, command: string, port: number): Promise<Child> {
  return Child.start(
    {
      name: `swift ${part}`,
      command: [command, join(folder, `${part}.conf`)],
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', PYTHONWARNINGS: 'ignore' },
      logFile: join(folder, `${part}.log`),
      isReady: () =>
        fetch(`http://127.0.0.1:${port}/healthcheck`).then(
          () => true,
          () => false,
        ),
      readyWithinMs: 60_000,
      stopSignal: 'SIGTERM',
      stopWithinMs: 5000,
    },
    { stopWithParent: true },
  );
}

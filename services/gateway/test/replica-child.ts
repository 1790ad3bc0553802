import { type ReplicaOptions, serveReplica } from './replica.ts';

const options: ReplicaOptions = JSON.parse(process.argv[2] ?? '{}');
// The pipe closes with the test: a killed test leaves no process behind.
process.stdin.resume().once('end', () => process.exit(2));
await serveReplica(options);
process.stdin.destroy();

import { type ReplicaOptions, serveReplica } from './replica.ts';

/** A replica in a process of its own, because only a process can get a signal. */
const options: ReplicaOptions = JSON.parse(process.argv[2] ?? '{}');
// A test that is killed leaves nothing running: the pipe to it ends with it.
process.stdin.resume().once('end', () => process.exit(2));
await serveReplica(options);
process.stdin.destroy();

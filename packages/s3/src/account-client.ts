import http from 'node:http';
import https from 'node:https';
import { Client, type ClientOptions, S3Error } from 'minio';

/** An account of an S3 store. `endpoint` is a URL with a host and a port, without a path. */
export type S3Account = { endpoint: string; region: string; accessKey: string; secretKey: string };

/** Promise F4: the longest time without a byte. A response body may wait for a slow reader. */
const timeoutMs = 10_000;
const bodyTimeoutMs = 60_000;

/** A client of minio with timeouts. It names buckets in the path, because few stores have a host per bucket. */
export class AccountClient extends Client {
  /** `partSize` is of uploads whose size is unknown; minio would reserve 525 MiB for each. */
  constructor(account: S3Account, options: { partSize?: number } = {}) {
    super({ ...clientOptions(account), ...options });
  }

  /** True if it did not exist. */
  async createBucket(bucket: string): Promise<boolean> {
    const exists = await this.bucketExists(bucket);
    if (!exists) await this.makeBucket(bucket, this.region ?? '');
    return !exists;
  }
}

function clientOptions({ endpoint, region, accessKey, secretKey }: S3Account): ClientOptions {
  const { hostname, port, protocol } = new URL(endpoint);
  const isSecure = protocol === 'https:';
  return {
    endPoint: hostname,
    ...(port && { port: Number(port) }),
    useSSL: isSecure,
    region,
    accessKey,
    secretKey,
    pathStyle: true,
    transport: withTimeouts(isSecure ? https : http),
  };
}

/** minio has no timeouts of its own. */
function withTimeouts(transport: typeof http | typeof https): NonNullable<ClientOptions['transport']> {
  return {
    request(...args: Parameters<typeof http.request>) {
      const request = transport.request(...args);
      request.once('response', () => request.setTimeout(bodyTimeoutMs));
      return request.setTimeout(timeoutMs, () =>
        request.destroy(new Error(`The object store did not respond within ${timeoutMs / 1000} s.`)),
      );
    },
  } as NonNullable<ClientOptions['transport']>;
}

/** Pass it to `catch`: it returns `value` if the object or upload does not exist, and rethrows other errors. */
export function ifNotFound<Value>(value: Value) {
  return (error: unknown): Value => {
    if (isNotFound(error)) return value;
    throw error;
  };
}

/** True if the store says that the object or upload does not exist. A missing bucket is another error. */
export function isNotFound(error: unknown): boolean {
  return error instanceof S3Error && ['NoSuchUpload', 'NoSuchKey', 'NotFound'].includes(error.code ?? '');
}

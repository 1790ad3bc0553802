import { freePorts } from '../local/ports.ts';

/** A build may take half an hour, and another program takes a port that nothing listens on meanwhile: drawn after it. */
export async function publishAfter(build: () => Promise<unknown>, env: Record<string, string>): Promise<string> {
  await build();
  const [gateway, objects, mail, grafana, alerts, tls, http] = await freePorts(7);
  const url = `http://127.0.0.1:${gateway}`;
  Object.assign(env, {
    GATEWAY_PORT: String(gateway),
    PUBLIC_URL: url,
    OBJECT_STORE_PORT: String(objects),
    S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${objects}`,
    MAILPIT_PORT: String(mail),
    GRAFANA_PORT: String(grafana),
    ALERTMANAGER_PORT: String(alerts),
    TLS_PORT: String(tls),
    TLS_HTTP_PORT: String(http),
    TLS_ADDRESS: '127.0.0.1',
  });
  return url;
}

import {
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { shortLivedSeconds, shortLivedStreamOf, streamOf } from '@trust/contracts/event';
import type { Bus } from '../bus/bus.ts';

export type StreamPlan = { name: string; subjects: string[]; seconds: number };

export const retentionSeconds = 14 * 24 * 60 * 60;

/** `required`: settings no server may change. `full`: with limits that a server may cap. */
export function streamConfig({ name, subjects, seconds }: StreamPlan) {
  const required = {
    name,
    subjects,
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    // A refused event stays in the outbox; `old` would drop unread events.
    discard: DiscardPolicy.New,
    max_age: nanos(seconds * 1000),
  };
  const limits = { duplicate_window: nanos(shortLivedSeconds * 1000), max_msg_size: 256 * 1024 };
  return { required, full: { ...required, ...limits } };
}

/** Stream settings that would lose events (promise E7). Missing streams are no errors. */
export async function streamConfigErrors(bus: Bus, publisher: string): Promise<string[]> {
  const plans = [
    { name: streamOf(publisher), subjects: [], seconds: retentionSeconds },
    { name: shortLivedStreamOf(publisher), subjects: [], seconds: shortLivedSeconds },
  ];
  const errors = plans.map(async (plan) => {
    const { full } = streamConfig(plan);
    const config: Partial<StreamConfig> | undefined = (await findStream(bus, plan.name))?.config;
    const settings = ['storage', 'retention', 'discard', 'max_age', 'duplicate_window'] as const;
    const wrong = settings.filter((setting) => config && config[setting] !== full[setting]);
    return wrong.map(
      (setting) => `${setting} of the stream ${plan.name} is ${config?.[setting]}, not ${full[setting]}`,
    );
  });
  return (await Promise.all(errors)).flat();
}

const streamNotFound = 10059;

export async function findStream({ jsm }: Bus, name: string): Promise<StreamInfo | undefined> {
  try {
    return await jsm.streams.info(name);
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === streamNotFound) return undefined;
    throw error;
  }
}

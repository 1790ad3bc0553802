import { expect } from 'vitest';
import { confirm, intentsPath, type MadeCase, makeCase, makeIntent, openSession, pdf } from '../make.ts';
import { type Evidence, pathOf } from '../service.ts';
import {
  applyTrigger,
  type Model,
  modelAt,
  newUpload,
  retryableSeconds,
  sessionSeconds,
  type Trigger,
} from './upload-model.ts';

const document = pdf(1024);
const start = new Date('2026-01-05T09:00:00.000Z');
const durations = { hour: sessionSeconds, month: retryableSeconds };

export type Step = Trigger | keyof typeof durations;
type Intent = Awaited<ReturnType<typeof makeIntent>>;

export class UploadWalk {
  readonly evidence: Evidence;
  readonly made: MadeCase;
  readonly intent: Intent;
  private model: Model;

  private constructor(evidence: Evidence, made: MadeCase, intent: Intent) {
    this.evidence = evidence;
    this.made = made;
    this.intent = intent;
    this.model = newUpload(this.seconds());
  }

  static async begin(evidence: Evidence): Promise<UploadWalk> {
    evidence.clock.now = start;
    const made = await makeCase(evidence);
    return new UploadWalk(evidence, made, await makeIntent(evidence, made, document));
  }

  private seconds = () => (this.evidence.clock.now.getTime() - start.getTime()) / 1000;

  async read() {
    return (await this.evidence.get(this.intent.path, { actor: this.made.rep })).body;
  }

  async send(trigger: Trigger): Promise<number> {
    const { evidence, made, intent } = this;
    const { path, body } = intent;
    const by = { actor: made.rep };
    const requests = {
      part: async () => {
        const [part] = (await this.read()).session.parts;
        return evidence.put(pathOf((part ?? intent.session.parts[0]).url), { rawBody: document });
      },
      interrupt: () => evidence.put(`${path}/interrupted`, by),
      retry: () => evidence.post(`${path}/retry`, by),
      confirm: () => confirm(evidence, made.rep, intent),
      cancel: () => evidence.delete(path, by),
      'create again': () => evidence.post(intentsPath, { ...by, body }),
      'open again': () => openSession(evidence, made, body),
    } satisfies Record<Trigger, () => Promise<{ status: number }>>;
    return (await requests[trigger]()).status;
  }

  async step(step: Step): Promise<void> {
    if (step === 'hour' || step === 'month') {
      this.evidence.advanceClock(durations[step]);
      this.model = modelAt(this.model, this.seconds());
      return;
    }
    const { next, status } = applyTrigger(this.model, step, this.seconds());
    expect({ step, status: await this.send(step) }).toEqual({ step, status });
    const { state, session } = await this.read();
    const isActive = next.state === 'open' || next.state === 'uploading';
    expect({ step, state, isActive: session.state === 'requested' }).toEqual({ step, state: next.state, isActive });
    this.model = next;
  }
}

import { err, ok, type Result } from '../base/result.ts';
import { type EngineFailure, type EngineReply, engineReplySchema } from './protocol.ts';

export const UNEXPECTED: EngineFailure = {
  reason: 'crashed',
  message: 'the interpreter answered out of turn',
  line: null,
};

/** What an interpreter has said and nobody has taken yet. */
export class Inbox {
  #replies: unknown[] = [];
  #ended: EngineFailure | null = null;
  #wake: (() => void) | null = null;

  put(reply: unknown): void {
    if (this.#ended !== null) return;
    this.#replies.push(reply);
    this.#wake?.();
  }

  end(failure: EngineFailure): void {
    this.#ended ??= failure;
    this.#wake?.();
  }

  /** The next reply. The error is why there will be none, or null where none came in time. */
  async take(timeoutMs: number): Promise<Result<EngineReply, EngineFailure | null>> {
    if (this.#replies.length === 0 && this.#ended === null) {
      await this.#waitFor(timeoutMs);
      // This thread may have been busy itself: what came meanwhile is heard before it is called late.
      if (this.#replies.length === 0 && this.#ended === null) await this.#waitFor(1);
    }
    if (this.#replies.length === 0) return err(this.#ended);
    const reply = engineReplySchema.safeParse(this.#replies.shift());
    return reply.success ? ok(reply.data) : err(UNEXPECTED);
  }

  #waitFor(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
      const timer = setTimeout(wake, timeoutMs);
      this.#wake = wake;
    });
  }
}

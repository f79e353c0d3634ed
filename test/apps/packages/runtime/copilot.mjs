// CopilotKit's own runtime, with an agent with a fixed answer.
import { AbstractAgent } from '@ag-ui/client';
import { Observable } from 'rxjs';

process.env['COPILOTKIT_TELEMETRY_DISABLED'] = 'true';
const { CopilotRuntime, createCopilotRuntimeHandler } = await import('@copilotkit/runtime/v2');

class FixedAgent extends AbstractAgent {
  /** @param {(input: object) => AsyncIterable<object>} answer */
  constructor(answer) {
    super({});
    this.answer = answer;
    this.isStopped = false;
  }

  run(input) {
    return new Observable((subscriber) => {
      const play = async () => {
        for await (const event of this.answer(input)) {
          if (this.isStopped) break;
          subscriber.next(event);
        }
        subscriber.complete();
      };
      play().catch((error) => subscriber.error(error));
    });
  }

  abortRun() {
    this.isStopped = true;
  }

  // The runtime runs a copy of it for each run.
  clone() {
    return new FixedAgent(this.answer);
  }
}

/**
 * What answers the requests of a page.
 * @param {(input: object) => AsyncIterable<object>} answer
 * @param {boolean} isSingle
 * @returns {(request: Request) => Promise<Response>}
 */
export function runtimeOf(answer, isSingle) {
  const runtime = new CopilotRuntime({ agents: { default: new FixedAgent(answer) } });
  return createCopilotRuntimeHandler({ runtime, mode: isSingle ? 'single-route' : 'multi-route' });
}

import { isRefusedWith } from '../fetch/refused-with.ts'

/** The acts that wait until their person has proven again who they are (docs/decisions/0127). */
export class ProofRequests {
  private readonly waiting = new Set<(isProven: boolean) => void>()
  private readonly listeners = new Set<() => void>()

  readonly isAsked = (): boolean => this.waiting.size > 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /**
   * Asks for a proof. Several acts share one.
   *
   * @returns false when the person would not
   * @throws the signal's reason when it aborts first
   */
  readonly ask = (signal?: AbortSignal | null): Promise<boolean> =>
    new Promise((done, fail) => {
      const abort = () => {
        this.waiting.delete(settle)
        this.tell()
        fail(signal?.reason)
      }
      const settle = (isProven: boolean) => {
        signal?.removeEventListener('abort', abort)
        done(isProven)
      }
      this.waiting.add(settle)
      this.tell()
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
    })

  /** The person has proven who they are, or would not. */
  readonly settle = (isProven: boolean): void => {
    const all = [...this.waiting]
    this.waiting.clear()
    for (const settle of all) settle(isProven)
    this.tell()
  }

  private tell(): void {
    for (const listener of [...this.listeners]) listener()
  }
}

/** Those of this tab. */
export const proofRequests = new ProofRequests()

/**
 * A fetch that asks for a proof where the answer refuses an act for want of one, and then repeats the request, so that nobody
 * types or presses anything again. Whoever would not gets the refusal.
 */
export function askingForProof(send: typeof fetch, ask: ProofRequests['ask']): typeof fetch {
  return async (input, init) => {
    for (;;) {
      const response = await send(input, init)
      if (!(await isRefusedWith(response, 'fresh_proof_required'))) return response
      if (!(await ask(init?.signal))) return response
    }
  }
}

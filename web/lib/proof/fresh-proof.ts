import { isRefusedWith } from '../fetch/refused-with.ts'

/** Actions that wait for a fresh proof of identity (docs/decisions/0127). */
export class ProofRequests {
  private readonly waiting = new Set<(isProven: boolean) => void>()
  private readonly listeners = new Set<() => void>()

  readonly isAsked = (): boolean => this.waiting.size > 0

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /**
   * Asks for a proof, shared by waiting actions.
   *
   * @returns false if the user declines
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

export const proofRequests = new ProofRequests()

/**
 * A fetch that asks for a proof if the server requires one, then repeats the request. If the user declines, the refusal
 * is returned.
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
